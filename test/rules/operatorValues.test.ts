import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OperatorFault } from '../../src/fault.ts';
import {
  parseCount,
  parseDuration,
  parseEuros,
  parseIdentifier,
  parseMultiplier,
  parseName,
  parseRole,
  parseStatus,
  parseTier,
  parseTimeZone,
} from '../../src/operator/values.ts';
import { STEPS } from '../../src/trips/lifecycle.ts';

const TIERS = new Map([
  ['STANDARD', 1],
  ['PRO', 1],
]);

const READERS = {
  duration: (text: string) => parseDuration(text, 'overlap'),
  identifier: (text: string) => parseIdentifier(text, 'the trip'),
  role: parseRole,
  status: (text: string) => parseStatus(text, 'to', STEPS),
  tier: (text: string) => parseTier(text, TIERS),
  euros: (text: string) => parseEuros(text, 'base'),
  count: (text: string) => parseCount(text, 'seats', 50),
  multiplier: parseMultiplier,
  name: (text: string) => parseName(text),
  timeZone: parseTimeZone,
};

describe('what the operator writes', () => {
  it.each([
    ['duration', '0s', 0],
    ['duration', '30s', 30],
    ['duration', '15m', 900],
    ['duration', '24h', 86_400],
    ['duration', '7d', 604_800],
    ['duration', '36500d', 3_153_600_000],
    ['identifier', '665F1f77bcf86cd799439011', '665f1f77bcf86cd799439011'],
    ['role', 'driver', 'DRIVER'],
    ['role', 'CONTRACTOR', 'CONTRACTOR'],
    ['status', 'otwtp', 'OTWTP'],
    ['status', 'FINISHED_PAYED', 'FINISHED_PAYED'],
    ['tier', 'pro', 'PRO'],
    ['euros', '0', 0],
    ['euros', '1.8', 180],
    ['euros', '1.80', 180],
    ['euros', '0.29', 29],
    ['euros', '99999999.99', 9_999_999_999],
    ['count', '1', 1],
    ['count', '50', 50],
    ['multiplier', '1', 1000],
    ['multiplier', '1.3', 1300],
    ['multiplier', '1.005', 1005],
    ['multiplier', '0.001', 1],
    ['multiplier', '10', 10_000],
    ['name', '  Ada’s cars  ', 'Ada’s cars'],
    ['name', '🚕'.repeat(200), '🚕'.repeat(200)],
    ['timeZone', 'Europe/Paris', 'Europe/Paris'],
    ['timeZone', 'europe/paris', 'Europe/Paris'],
    ['timeZone', 'UTC', 'UTC'],
  ] as const)('%s “%s” is %s', (kind, text, value) => {
    expect(READERS[kind](text)).toBe(value);
  });

  it.each([
    [
      'duration',
      ['', '5', 's', '-1s', '1.5h', '1w', '1 h', '1H', '24h ', '36501d', '9999999999s'],
      '--overlap must be a duration such as 0s, 30s, 15m, 24h or 7d',
    ],
    ['identifier', ['', 'abc', 'g'.repeat(24), 'a'.repeat(25)], 'the trip must be 24 hexadecimal characters'],
    ['role', ['', 'ADMIN', 'DRIVER '], '--role must be DRIVER or CONTRACTOR'],
    ['status', ['', 'LOST'], '--to must be one of OTWTP, OTWTD, FINISHED, FINISHED_PAYED'],
    ['tier', ['', 'GOLD'], '--tier must be one of STANDARD, PRO'],
    ['euros', ['', '-1', '1,80', '1.805', '.5', '1.', '1e2', '100000000', '1 '], '--base must be euros such as 1.80'],
    ['count', ['', '0', '51', '-1', '1.0', '1e1', 'two'], '--seats must be a whole number from 1 to 50'],
    [
      'multiplier',
      ['', '0', '0.000', '-1', '1.0005', '10.001', '1000', '1,3', 'x'],
      '--multiplier must be a number such as 1.3, up to 10, with at most three decimals',
    ],
    ['timeZone', ['', 'Paris', 'Europe/Nowhere'], '--time-zone must be a time zone such as Europe/Paris'],
  ] as const)('%s may not be any of %j', (kind, texts, rule) => {
    for (const text of texts) {
      expect(() => READERS[kind](text)).toThrow(new OperatorFault(`${rule} (it is "${text}")`));
    }
  });

  it.each(['', '   ', 'x'.repeat(201), '🚕'.repeat(201)])(
    'a name may not be empty or over 200 characters: %#',
    (text) => {
      expect(() => parseName(text)).toThrow(new OperatorFault('--name must have 1 to 200 characters'));
    },
  );

  it('any tier will do when tiers have no limits', () => {
    expect(parseTier('gold', new Map())).toBe('GOLD');
  });

  it('every amount of euros and cents is read exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 99 }), (euros, cents) => {
        expect(parseEuros(`${euros}.${String(cents).padStart(2, '0')}`, 'base')).toBe(euros * 100 + cents);
      }),
    );
  });

  it('every multiplier of thousandths is read exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (thousandths) => {
        expect(parseMultiplier((thousandths / 1000).toFixed(3))).toBe(thousandths);
      }),
    );
  });
});
