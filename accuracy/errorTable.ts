/** An estimate and the true value. */
export interface Comparison {
  name: string;
  km: number;
  minutes: number;
  estimatedKm: number;
  estimatedMinutes: number;
}

export interface ErrorRow {
  distances: string;
  count: number;
  /** Absolute errors, in per cent of the true value. */
  kmMedian: number;
  kmP90: number;
  minutesMedian: number;
  minutesP90: number;
}

const CLASSES: readonly [name: string, belowKm: number][] = [
  ['under 3 km', 3],
  ['3 to 10 km', 10],
  ['10 to 30 km', 30],
  ['30 to 100 km', 100],
  ['100 to 300 km', 300],
  ['over 300 km', Number.POSITIVE_INFINITY],
];

export function errorRows(comparisons: readonly Comparison[]): ErrorRow[] {
  let fromKm = 0;
  const rows = CLASSES.map(([name, belowKm]) => {
    const members = comparisons.filter(({ km }) => km >= fromKm && km < belowKm);
    fromKm = belowKm;
    return errorRow(name, members);
  });
  return [...rows.filter(({ count }) => count > 0), errorRow('all', comparisons)];
}

function errorRow(distances: string, members: readonly Comparison[]): ErrorRow {
  const kmErrors = members.map((each) => percentOff(each.estimatedKm, each.km));
  const minutesErrors = members.map((each) => percentOff(each.estimatedMinutes, each.minutes));
  return {
    distances,
    count: members.length,
    kmMedian: quantile(kmErrors, 0.5),
    kmP90: quantile(kmErrors, 0.9),
    minutesMedian: quantile(minutesErrors, 0.5),
    minutesP90: quantile(minutesErrors, 0.9),
  };
}

export const percentOff = (estimate: number, truth: number): number => Math.abs(estimate / truth - 1) * 100;

/** The smallest value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
