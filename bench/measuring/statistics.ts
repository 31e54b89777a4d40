export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export interface Spread {
  least: number;
  most: number;
}

export const spread = (values: readonly number[]): Spread => ({
  least: values.length === 0 ? Number.NaN : Math.min(...values),
  most: values.length === 0 ? Number.NaN : Math.max(...values),
});

/** What a row should reach: at least, or at most, this; undefined if it is only measured. */
export type Aim = { atLeast: number } | { atMost: number } | undefined;

export type Verdict = 'met' | 'missed' | 'as measured' | 'INVALID';

export function judge(ratio: number, aim: Aim): Verdict {
  if (Number.isNaN(ratio)) return 'INVALID';
  if (aim === undefined) return 'as measured';
  const isMet = 'atLeast' in aim ? ratio >= aim.atLeast : ratio <= aim.atMost;
  return isMet ? 'met' : 'missed';
}

export function aimText(aim: Aim, unit = ''): string {
  if (aim === undefined) return '';
  return 'atLeast' in aim ? `>= ${aim.atLeast}${unit}` : `<= ${aim.atMost}${unit}`;
}
