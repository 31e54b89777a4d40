import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import { readEuros } from '../../src/dashboard/typedEuros.ts';
import { clockTime, parseClockTime } from '../../src/money/clockTime.ts';
import { parseEuros } from '../../src/money/rateBounds.ts';
import { leapOver, momentsThere, momentThere, offsetAt, parseTimeZone } from '../../src/money/timeZone.ts';
import { dateTimeText, hourText, Moment } from '../../src/web/components/moment.tsx';

describe('a time on the clock of a place', () => {
  it.each([
    ['2027-01-10T12:00', 'Europe/Paris', '2027-01-10T11:00:00.000Z'],
    ['2027-07-10T12:00', 'Europe/Paris', '2027-07-10T10:00:00.000Z'],
    ['2027-03-28T01:59', 'Europe/Paris', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28T03:00', 'Europe/Paris', '2027-03-28T01:00:00.000Z'],
    ['2027-10-31T03:00', 'Europe/Paris', '2027-10-31T02:00:00.000Z'],
    ['2027-01-10T00:30', 'Indian/Reunion', '2027-01-09T20:30:00.000Z'],
    ['2027-12-31T23:30', 'America/Martinique', '2028-01-01T03:30:00.000Z'],
    ['2027-01-10T12:00', 'UTC', '2027-01-10T12:00:00.000Z'],
    ['2027-01-10T12:00', 'Asia/Kolkata', '2027-01-10T06:30:00.000Z'],
    ['2027-01-10T12:00', 'America/St_Johns', '2027-01-10T15:30:00.000Z'],
  ])('%s in %s is %s', (wallTime, timeZone, moment) => {
    expect(momentThere(wallTime, timeZone)?.toISOString()).toBe(moment);
  });

  it.each(['', '2027-01-10', '2027-13-10T12:00', '2027-01-10T25:00', '2027-01-10T12:00Z', '0001-01-01T00:00', 'now'])(
    '"%s" is none',
    (wallTime) => expect(momentThere(wallTime, 'Europe/Paris')).toBeUndefined(),
  );

  it.each(['2027-03-28T02:00', '2027-03-28T02:59'])('%s is none in Paris, where summer begins', (wallTime) => {
    expect(momentThere(wallTime, 'Europe/Paris')).toBeUndefined();
    expect(momentThere(wallTime, 'UTC')).toEqual(new Date(`${wallTime}:00Z`));
  });

  it.each([
    ['2027-03-28T02:00', 'Europe/Paris', '02:00', '03:00'],
    ['2027-03-28T02:59', 'Europe/Paris', '02:00', '03:00'],
    ['2027-10-03T02:10', 'Australia/Lord_Howe', '02:00', '02:30'],
    ['2027-04-30T00:30', 'Africa/Cairo', '00:00', '01:00'],
  ])('%s is leapt over in %s, from %s to %s', (wallTime, timeZone, from, to) => {
    expect(leapOver(wallTime, timeZone)).toEqual({ from, to });
  });

  it.each(['2027-03-28T01:59', '2027-03-28T03:00', '2027-10-31T02:30', '2027-02-31T02:30', '', 'now'])(
    '"%s" is not leapt over in Paris',
    (wallTime) => expect(leapOver(wallTime, 'Europe/Paris')).toBeUndefined(),
  );
});

describe('the instants of a time on the clock of a place', () => {
  it.each([
    ['2027-10-31T02:00', 'Europe/Paris', ['2027-10-31T00:00:00.000Z', '2027-10-31T01:00:00.000Z']],
    ['2027-10-31T02:59', 'Europe/Paris', ['2027-10-31T00:59:00.000Z', '2027-10-31T01:59:00.000Z']],
    ['2027-10-31T01:59', 'Europe/Paris', ['2027-10-30T23:59:00.000Z']],
    ['2027-10-31T03:00', 'Europe/Paris', ['2027-10-31T02:00:00.000Z']],
    ['2027-10-31T02:30', 'UTC', ['2027-10-31T02:30:00.000Z']],
    ['2027-04-04T01:45', 'Australia/Lord_Howe', ['2027-04-03T14:45:00.000Z', '2027-04-03T15:15:00.000Z']],
    ['2027-11-07T01:30', 'America/New_York', ['2027-11-07T05:30:00.000Z', '2027-11-07T06:30:00.000Z']],
    ['2027-03-28T02:30', 'Europe/Paris', []],
    ['2027-02-31T02:30', 'Europe/Paris', []],
    ['', 'Europe/Paris', []],
  ])('%s in %s: %j', (wallTime, timeZone, moments) => {
    expect(momentsThere(wallTime, timeZone).map((moment) => moment.toISOString())).toEqual(moments);
  });
});

describe('a time that clocks show twice', () => {
  const texts = (at: string) =>
    (['en', 'fr'] as const).flatMap((language) => [
      dateTimeText(new Date(at), language),
      hourText(new Date(at), language),
      renderToString(Moment({ at: new Date(at), language, hideZone: true })).replaceAll(/<[^>]+>/g, ''),
    ]);

  it('is shown with its season', () => {
    expect(texts('2027-10-31T00:30:00Z')).toEqual([
      '31 Oct 2027, 02:30 summer time (Paris)',
      '02:30 summer time',
      '31 Oct 2027, 02:30 summer time',
      '31 oct. 2027, 02:30 heure d’été (Paris)',
      '02:30 heure d’été',
      '31 oct. 2027, 02:30 heure d’été',
    ]);
    expect(texts('2027-10-31T01:30:00Z')[0]).toBe('31 Oct 2027, 02:30 winter time (Paris)');
    expect(texts('2027-10-31T01:30:00Z')[3]).toBe('31 oct. 2027, 02:30 heure d’hiver (Paris)');
  });

  it.each(['2027-10-30T23:59:00Z', '2027-10-31T02:00:00Z', '2027-03-28T01:00:00Z', '2027-07-01T00:30:00Z'])(
    'is not %s',
    (at) => expect(texts(at).join()).not.toMatch(/time|heure/),
  );
});

describe('a time zone', () => {
  it('is known by its canonical name, however it is written', () => {
    expect(['Europe/Paris', 'europe/paris', 'UTC'].map(parseTimeZone)).toEqual(['Europe/Paris', 'Europe/Paris', 'UTC']);
  });

  it.each([
    ['2027-01-10T12:00:00Z', 'Europe/Paris', '+01:00'],
    ['2027-07-10T12:00:00Z', 'Europe/Paris', '+02:00'],
    ['2027-01-10T12:00:00Z', 'America/St_Johns', '-03:30'],
  ])('is at %s in %s %s from UTC', (moment, timeZone, offset) => {
    expect(offsetAt(new Date(moment), timeZone)).toBe(offset);
  });

  it('is none where nobody lives', () => {
    expect(['', 'Europe/Nowhere', 'Paris'].map(parseTimeZone)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a time of the day', () => {
  it.each([
    ['00:00', 0],
    ['6:05', 365],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('%s is %i minutes after midnight', (text, minutes) => expect(parseClockTime(text)).toBe(minutes));

  it.each(['', '24:01', '12:60', '99:00', '12', '12:5', '-1:00', '12:00:00'])('"%s" is none', (text) =>
    expect(parseClockTime(text)).toBeUndefined(),
  );

  it('is written with two digits each', () =>
    expect([0, 365, 1440].map(clockTime)).toEqual(['00:00', '06:05', '24:00']));
});

describe('an amount', () => {
  it('is read to the cent, and nothing else is an amount', () => {
    expect(['0', '1.8', '1.80', '10000.01'].map(parseEuros)).toEqual([0, 180, 180, 1_000_001]);
    expect(['', '1,80', '1.805', '-1', '1e2', ' 1', '100000000'].map(parseEuros)).toEqual(Array(7).fill(undefined));
  });

  it('is read as people type it, unless it could mean two things', () => {
    const typed = ['45', '45€', '3 €', '€3', '1,8', '1 045,5', '1\u00a0045.50', '99\u202f999\u202f999,99\u00a0€'];
    expect(typed.map(readEuros)).toEqual([4500, 4500, 300, 300, 180, 104_550, 104_550, 9_999_999_999]);
    const unclear = [
      '',
      '€',
      '12 50',
      '1 2',
      '1  045',
      '1.045,50',
      '1,045',
      '1,045.50',
      '3 € 50',
      '€3€',
      '3 EUR',
      '-1',
      '1, 5',
    ];
    expect(unclear.map(readEuros)).toEqual(Array(unclear.length).fill(undefined));
  });
});
