import { describe, expect, it } from 'vitest';
import { monthOf, parseMonth } from '../../src/dashboard/exports/month.ts';

describe('a month', () => {
  it('begins and ends at midnight in Paris, across the change of the clocks and of the year', () => {
    expect(parseMonth('2027-03')).toEqual({
      text: '2027-03',
      from: new Date('2027-02-28T23:00:00Z'),
      before: new Date('2027-03-31T22:00:00Z'),
      firstDay: '2027-03-01',
      lastDay: '2027-03-31',
      previous: '2027-02',
      next: '2027-04',
    });
    expect(parseMonth('2026-12')).toMatchObject({ before: new Date('2026-12-31T23:00:00Z'), next: '2027-01' });
    expect(parseMonth('2027-01')).toMatchObject({ previous: '2026-12' });
    expect(parseMonth('2028-02')).toMatchObject({ lastDay: '2028-02-29' });
  });

  it.each(['', '2027', '2027-13', '2027-00', '1999-01', '2027-3', 'x'])('is not "%s"', (text) => {
    expect(parseMonth(text)).toBeUndefined();
  });

  it('is that of the moment in Paris', () => {
    expect(monthOf(new Date('2026-12-31T23:30:00Z'))).toBe('2027-01');
  });
});
