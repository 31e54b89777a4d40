import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime, parseRangeEnd, withPlusRestored } from '../../src/contract/dateTime.ts';

const utc = (text: string) => parseDateTime(text)?.toISOString();

describe('date-times', () => {
  it.each([
    ['2027-03-14T10:30:00Z', '2027-03-14T10:30:00.000Z'],
    ['2027-03-14t10:30:00z', '2027-03-14T10:30:00.000Z'],
    ['2027-03-14T10:30Z', '2027-03-14T10:30:00.000Z'],
    ['2027-03-14T10:30:00,25Z', '2027-03-14T10:30:00.250Z'],
    ['2027-03-14T10:30:00.9999999999Z', '2027-03-14T10:30:00.999Z'],
    ['2027-03-14T10:30:00+00:00', '2027-03-14T10:30:00.000Z'],
    ['2027-03-14T10:30:00-00:00', '2027-03-14T10:30:00.000Z'],
    ['2027-03-14T10:30:00+05:45', '2027-03-14T04:45:00.000Z'],
    ['2027-03-14T10:30:00-0930', '2027-03-14T20:00:00.000Z'],
    ['2027-12-31T23:30:00-01:00', '2028-01-01T00:30:00.000Z'],
    ['2027-03-14T10:30:00+14', '2027-03-13T20:30:00.000Z'],
    ['2027-01-01T00:00:00+00:01', '2026-12-31T23:59:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0099-06-01T00:00:00Z', '0099-06-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, instant) => {
    expect(utc(text)).toBe(instant);
  });

  it.each([
    '',
    '2027-03-14',
    '2027-03-14T10Z',
    '2027-03-14T10:30:00',
    '2027-03-14T10:30:00.Z',
    '2027-03-14T24:00:00Z',
    '2027-03-14T10:60:00Z',
    '2027-03-14T10:30:60Z',
    '2027-03-14 10:30:00Z',
    ' 2027-03-14T10:30:00Z',
    '2027-03-14T10:30:00 01:00',
    '2027-03-14T10:30:00+1:00',
    '2027-03-14T10:30:00+01:',
    '2027-03-14T10:30:00+01:0',
    '2027-03-14T10:30:00+24:00',
    '2027-03-14T10:30:00+00:60',
    '2027-03-14T10:30:00ZZ',
    '2027-03-14T10:30:00Z+01:00',
    '2027-03-14T10:30:00\u221201:00',
    '2027-03-14T1030Z',
    '20270314T103000Z',
    '2027-W10-7T10:30:00Z',
    '2027-073T10:30:00Z',
    '1900-02-29T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-00-10T00:00:00Z',
    '2027-3-14T10:30:00Z',
    '12027-03-14T10:30:00Z',
    '1804933800',
    '2027-01-32T00:00:00Z',
    '2027-01-00T00:00:00Z',
    '0000-12-31T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '-2027-03-14T10:30:00Z',
    '٢٠٢٧-03-14T10:30:00Z',
    '2027-03-14T10:30:00Z\n',
  ])('%j is none', (text) => {
    expect(parseDateTime(text)).toBeUndefined();
  });

  const moments = fc.date({
    min: new Date('0002-01-01T00:00:00Z'),
    max: new Date('9998-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  });

  it('every moment is read back from its own ISO form', () => {
    fc.assert(
      fc.property(moments, (moment) => {
        expect(utc(moment.toISOString())).toBe(moment.toISOString());
      }),
    );
  });

  it('the same moment written with any offset is the same moment', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: -1439, max: 1439 }), (moment, offsetMinutes) => {
        const local = new Date(moment.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1);
        const size = Math.abs(offsetMinutes);
        const offset = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0')).join(':');
        expect(utc(`${local}${offsetMinutes < 0 ? '-' : '+'}${offset}`)).toBe(moment.toISOString());
      }),
    );
  });

  it('no text at all makes it throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\dTZ:+. -]{0,30}$/)), (text) => {
        const instant = parseDateTime(text);
        expect(instant === undefined || !Number.isNaN(instant.getTime())).toBe(true);
      }),
    );
  });
});

describe('the ends of a range', () => {
  it.each([
    ['2027-04-01', 'from', '2027-04-01T00:00:00.000Z'],
    ['2027-04-01', 'to', '2027-04-01T23:59:59.999Z'],
    ['2028-02-29', 'to', '2028-02-29T23:59:59.999Z'],
    ['2027-04-01T10:00:00Z', 'from', '2027-04-01T10:00:00.000Z'],
    ['2027-04-01T10:00:00Z', 'to', '2027-04-01T10:00:00.000Z'],
    ['2027-04-01T10:00:00 02:00', 'from', '2027-04-01T08:00:00.000Z'],
    ['2027-04-01T10:00:00 0200', 'to', '2027-04-01T08:00:00.000Z'],
    ['2027-04-01T10:00:00 02', 'to', '2027-04-01T08:00:00.000Z'],
    ['2027-04-01T10:00 02:00', 'to', '2027-04-01T08:00:00.000Z'],
  ] as const)('%s as %s is %s', (text, end, instant) => {
    expect(parseRangeEnd(withPlusRestored(text), end)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2027',
    '2027-04',
    '2027-4-1',
    '20270401',
    '0000-01-01',
    '2027-02-29',
    '2027-04-01Z',
    '2027-04-01 10:00',
    '2027-04-01 02:00',
    '2027-04-01T10:00:00',
    '2027-04-01T10:00:00 2',
    '2027-04-01T10:00:00 02:',
    '2027-04-01T10:00:00  02:00',
    '🚕',
  ])('%j is none', (text) => {
    const ends = (['from', 'to'] as const).map((end) => parseRangeEnd(withPlusRestored(text), end));
    expect(ends).toEqual([undefined, undefined]);
  });
});
