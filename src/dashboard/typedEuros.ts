import type { Cents } from '../money/cents.ts';
import { parseEuros } from '../money/rateBounds.ts';

/** The longest amount that pages write themselves, "99 999 999,99 €". */
export const TYPED_EUROS_LENGTH = 15;

/** Groups of three digits only: whether "12 50" has cents is a guess. */
const GROUPED = /^\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?=[.,]|$)/;

/** An amount as people write it, such as 45, 1.80, 1 045,50 or 3 €; undefined if it is not clear. */
export function readEuros(text: string): Cents | undefined {
  const amount = text.replace(/^€\s*|\s*€$/, '').trim();
  const digits = amount.replace(GROUPED, (whole) => whole.replace(/\s/g, ''));
  return parseEuros(digits.replace(',', '.'));
}
