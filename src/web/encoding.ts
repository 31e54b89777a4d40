import { acceptedIn } from './accepted.ts';

/** What files are kept in beside their plain bytes, the smaller one first. */
const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** What the caller likes best, of equals the smallest; undefined for the plain bytes, which also go to who takes nothing that there is. */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  const weights = new Map(acceptedIn(header).map(({ name, weight }) => [name, weight]));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best && weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}
