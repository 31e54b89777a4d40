import { describe, expect, it } from 'vitest';
import { type Rates, type RateTable, type RateWindow, ratesAt } from '../../src/money/rates.ts';

const rates = (baseCents: number): Rates => ({ baseCents, perKmCents: 0, perMinuteCents: 0, minimumCents: 0 });
const EVERY_DAY: RateWindow['days'] = [1, 2, 3, 4, 5, 6, 7];

const night: RateWindow = {
  name: 'Night',
  days: EVERY_DAY,
  fromMinute: 22 * 60,
  toMinute: 6 * 60,
  rates: { TRIP: rates(2) },
};
const sunday: RateWindow = {
  name: 'Sunday',
  days: [7],
  fromMinute: 0,
  toMinute: 1440,
  rates: { TRIP: rates(3), AVAILABILITY: rates(4) },
};
const fridayNight: RateWindow = {
  name: 'Friday',
  days: [5],
  fromMinute: 22 * 60,
  toMinute: 5 * 60,
  rates: { TRIP: rates(5) },
};

const table = (...windows: RateWindow[]): RateTable => ({
  timeZone: 'Europe/Paris',
  rates: { TRIP: rates(1), AVAILABILITY: rates(9) },
  windows,
});
const baseAt = (given: RateTable, moment: string, type: 'TRIP' | 'AVAILABILITY' = 'TRIP') =>
  ratesAt(given, type, new Date(moment)).baseCents;

describe('the rates of a moment', () => {
  it('are the ordinary ones where no window fits', () => {
    expect(baseAt(table(), '2027-03-10T12:00:00+01:00')).toBe(1);
    expect(baseAt(table(night), '2027-03-10T12:00:00+01:00')).toBe(1);
    expect(baseAt(table(night), '2027-03-10T12:00:00+01:00', 'AVAILABILITY')).toBe(9);
  });

  it.each([
    ['21:59', 1],
    ['22:00', 2],
    ['23:59', 2],
  ])('change at the minute a window begins: %s', (time, expected) => {
    expect(baseAt(table(night), `2027-03-10T${time}:00+01:00`)).toBe(expected);
  });

  it.each([
    ['00:00', 2],
    ['05:59', 2],
    ['06:00', 1],
  ])('go on over midnight until the minute it ends: %s', (time, expected) => {
    expect(baseAt(table(night), `2027-03-11T${time}:00+01:00`)).toBe(expected);
  });

  it('of a window over midnight belong to the day it begins on', () => {
    expect(baseAt(table(fridayNight), '2027-03-12T23:00:00+01:00')).toBe(5); // Friday evening
    expect(baseAt(table(fridayNight), '2027-03-13T04:59:00+01:00')).toBe(5); // Saturday before dawn
    expect(baseAt(table(fridayNight), '2027-03-12T04:59:00+01:00')).toBe(1); // Friday before dawn
    expect(baseAt(table(fridayNight), '2027-03-13T23:00:00+01:00')).toBe(1); // Saturday evening
  });

  it('of a window within a day begin and end with it', () => {
    const office = { ...fridayNight, fromMinute: 9 * 60, toMinute: 17 * 60 };
    const times = ['08:59', '09:00', '16:59', '17:00'];
    expect(times.map((time) => baseAt(table(office), `2027-03-12T${time}:00+01:00`))).toEqual([1, 5, 5, 1]);
    expect(times.map((time) => baseAt(table(office), `2027-03-13T${time}:00+01:00`))).toEqual([1, 1, 1, 1]);
  });

  it('of a window that ends when it begins last for a day', () => {
    const fromFridayNoon = { ...fridayNight, fromMinute: 12 * 60, toMinute: 12 * 60 };
    const moments = ['12T11:59', '12T12:00', '13T00:00', '13T11:59', '13T12:00'];
    expect(moments.map((moment) => baseAt(table(fromFridayNoon), `2027-03-${moment}:00+01:00`))).toEqual([
      1, 5, 5, 5, 1,
    ]);
  });

  it('of Sunday’s night go on into Monday', () => {
    const sundayNight = { ...fridayNight, days: [7] as RateWindow['days'] };
    expect(baseAt(table(sundayNight), '2027-03-15T02:00:00+01:00')).toBe(5);
    expect(baseAt(table(sundayNight), '2027-03-14T02:00:00+01:00')).toBe(1);
  });

  it('go by the scheme’s own clock, not by UTC or the caller’s offset', () => {
    expect(baseAt(table(night), '2027-03-10T21:30:00Z')).toBe(2); // 22:30 in Paris
    expect(baseAt(table(night), '2027-03-10T16:30:00-05:00')).toBe(2);
    expect(baseAt({ ...table(night), timeZone: 'Indian/Reunion' }, '2027-03-10T18:30:00Z')).toBe(2); // 22:30 there
    expect(baseAt({ ...table(night), timeZone: 'Indian/Reunion' }, '2027-03-10T21:30:00+01:00')).toBe(2);
  });

  it('follow the clocks in spring: 2027-03-28 has no hour from 2 to 3', () => {
    expect(baseAt(table(night), '2027-03-28T00:59:00Z')).toBe(2); // 01:59 winter time
    expect(baseAt(table(night), '2027-03-28T03:59:00Z')).toBe(2); // 05:59 summer time
    expect(baseAt(table(night), '2027-03-28T04:00:00Z')).toBe(1); // 06:00 summer time
  });

  it('follow the clocks in autumn: on 2027-10-31 the hour from 2 to 3 comes twice', () => {
    const secondHour: RateWindow = { ...night, fromMinute: 120, toMinute: 180 };
    expect(baseAt(table(secondHour), '2027-10-31T00:30:00Z')).toBe(2); // 02:30 summer time
    expect(baseAt(table(secondHour), '2027-10-31T01:30:00Z')).toBe(2); // 02:30 winter time
    expect(baseAt(table(secondHour), '2027-10-31T02:00:00Z')).toBe(1); // 03:00 winter time
  });

  it('are those of the first window that fits and has rates for the type', () => {
    const sundayEvening = '2027-03-14T23:00:00+01:00';
    expect(baseAt(table(night, sunday), sundayEvening)).toBe(2);
    expect(baseAt(table(sunday, night), sundayEvening)).toBe(3);
    expect(baseAt(table(night, sunday), sundayEvening, 'AVAILABILITY')).toBe(4);
  });

  it('of a whole day cover its first and its last minute', () => {
    expect(baseAt(table(sunday), '2027-03-14T00:00:00+01:00')).toBe(3);
    expect(baseAt(table(sunday), '2027-03-14T23:59:59.999+01:00')).toBe(3);
    expect(baseAt(table(sunday), '2027-03-15T00:00:00+01:00')).toBe(1);
  });
});
