import { expect, it } from 'vitest';
import { readPickupTime } from '../../src/dashboard/typedTime.ts';

const read = (at: string, now: string) => readPickupTime({ at, which: '' }, new Date(now), 'en');

it.each([
  ['to come', '2027-07-10T12:01', '2027-07-10T10:00:59.999Z', '2027-07-10T10:01:00.000Z'],
  ['of this minute', '2027-07-10T12:00', '2027-07-10T10:00:30Z', '2027-07-10T10:01:00.000Z'],
  ['of this very moment', '2027-07-10T12:00', '2027-07-10T10:00:00Z', '2027-07-10T10:01:00.000Z'],
  ['ten minutes ago', '2027-07-10T11:50', '2027-07-10T10:00:00Z', '2027-07-10T10:01:00.000Z'],
  ['of a minute that ends while it is saved', '2027-07-10T12:00', '2027-07-10T10:00:56Z', '2027-07-10T10:02:00.000Z'],
])('a pickup %s is taken, as now if it has passed', (_, text, now, moment) => {
  expect(read(text, now)).toEqual({ moment: new Date(moment) });
});

it('a pickup more than two years ahead is refused', () => {
  const now = '2027-07-10T10:00:00Z';
  expect(read('2029-07-10T12:00', now)).toEqual({ moment: new Date('2029-07-10T10:00:00Z') });
  expect(read('2029-07-10T12:01', now)).toMatchObject({ fault: expect.stringContaining('2 years ahead') });
});

it('a pickup more than ten minutes ago is refused, and so is what is no time', () => {
  expect(read('2027-07-10T11:50', '2027-07-10T10:00:00.001Z')).toMatchObject({
    fault: 'The pickup must be in the future.',
  });
  expect(read('now', '2027-07-10T10:00:00Z')).toMatchObject({ fault: 'Enter a date and a time.' });
});
