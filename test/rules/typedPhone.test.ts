import { expect, it } from 'vitest';
import { isFaultyPhone } from '../../src/dashboard/typedPhone.ts';

it.each([
  '06 12 34 56 78',
  '0612345678',
  '01.44.55.66.77',
  '(0)6 12 34 56 78',
  '+33 6 12 34 56 78',
  '+33 (0)6 12 34 56 78',
  '(+33) 06 12 34 56 78',
  '0033 6 12 34 56 78',
  '00 33 (0)6-12-34-56-78',
  '+44 20 7946 0018',
  '0044 20 7946 0018',
  '+4312345',
  '20 7946 0018',
  '01 23 45 67 89 poste 12',
  '06 12 34 56 78 / 07 12 34 56 78',
  '3631',
  '',
])('a phone number that may be complete is taken: %s', (phone) => {
  expect(isFaultyPhone(phone)).toBe(false);
});

it.each([
  '06 12 34 56 7',
  '06 12 34 56 78 9',
  '0612',
  '(0)6 12 34 56 7',
  '+3361234567',
  '+336123456789',
  '+33 (0)6 12 34 56 7',
  '+33 06 12 34 56 7',
  '0033 6 12 34 56 7',
])('a French phone number that is too short or too long is faulty: %s', (phone) => {
  expect(isFaultyPhone(phone)).toBe(true);
});

it.each(['call me', '???', '+', '12'])('a text that cannot be dialled is faulty: %s', (phone) => {
  expect(isFaultyPhone(phone)).toBe(true);
});
