import type { LoadResult } from './load.ts';

/** What came of one phase, in numbers. */
export interface Phase
  extends Pick<
    LoadResult,
    'seconds' | 'sent' | 'unsent' | 'succeeded' | 'refused' | 'faultCount' | 'faults' | 'drainMs' | 'perSecond'
  > {
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  /** Within which a refused caller knows it, in 99 cases of a hundred. */
  refusalP99Ms: number;
}

export interface Probes {
  asked: number;
  answered: number;
  /** Answered with 200. */
  ready: number;
  slowestMs: number;
}

/** What the database has of the bookings. */
export interface Kept {
  acknowledged: number;
  /** Acknowledged, and not there or another trip than was told. */
  missing: number;
  /** There more than once. */
  doubled: number;
  /** Refused, and there all the same. */
  madeAnyway: number;
}

/** What the service says of itself. */
export interface Watched {
  /** Refused at the door. */
  shed: number;
  /** Answered with 503: those, and whom the database did not serve in time. */
  unavailable: number;
  peakResidentBytes: number;
  /** Lines that say that it began to refuse, and that it ended. */
  begun: number;
  ended: number;
  /** Lines about errors, other than that the database took too long. */
  faultLines: number;
  exitCode: number | null;
}

export interface Figures {
  capacity: Phase;
  overload: Phase;
  after: Phase;
  probes: Probes;
  kept: Kept;
  watched: Watched;
}

export function phaseOf({ latencies, refusalLatencies, refusedBookings: _, ...result }: LoadResult): Phase {
  const sorted = Float64Array.from(latencies).sort();
  return {
    ...result,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    longestMs: sorted.at(-1) ?? 0,
    refusalP99Ms: percentile(Float64Array.from(refusalLatencies).sort(), 0.99),
  };
}

/** Of nothing it is 0. */
const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
