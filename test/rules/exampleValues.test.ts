import { expect, it } from 'vitest';
import { exampleValues } from '../../src/docs/exampleValues.ts';

it.each([
  ['winter', '2027-01-10T12:00:00Z', '2027-01-17T10:30:00+01:00', '2027-01-17T09:30:00.000Z'],
  ['summer', '2027-07-10T12:00:00Z', '2027-07-17T10:30:00+02:00', '2027-07-17T08:30:00.000Z'],
])(
  'examples ask for a pickup in a week at 10:30 in Paris, and answer with the same moment in %s',
  (_, now, pickup, pickupUtc) => {
    const api = 'https://api.example';
    expect(exampleValues(api, new Date(now))).toEqual({ api, pickup, pickupUtc });
  },
);
