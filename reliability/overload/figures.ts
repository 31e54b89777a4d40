import type { Database } from '../../src/database/connection.ts';
import { type Booked, noteOf } from './callers.ts';
import type { LoadResult } from './load.ts';

export interface Phase
  extends Pick<
    LoadResult,
    'seconds' | 'sent' | 'unsent' | 'succeeded' | 'refused' | 'faultCount' | 'faults' | 'drainMs' | 'perSecond'
  > {
  p50Ms: number;
  p99Ms: number;
  longestMs: number;
  refusalP99Ms: number;
}

export interface Probes {
  asked: number;
  answered: number;
  /** Answered with 200. */
  ready: number;
  slowestMs: number;
}

/** The bookings in the database, compared with the answers. */
export interface Kept {
  acknowledged: number;
  /** Acknowledged, but absent or another trip than answered. */
  missing: number;
  doubled: number;
  /** Refused, but present. */
  madeAnyway: number;
}

/** What metrics and log say. */
export interface Watched {
  /** Refused by the load-shedding gate. */
  shed: number;
  /** Answered with 503: those, and requests that the database did not serve in time. */
  unavailable: number;
  peakResidentBytes: number;
  /** Log lines that say that load shedding began, and that it ended. */
  begun: number;
  ended: number;
  /** Error lines in the log, other than that the database took too long. */
  errorLines: number;
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

const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Compares what callers were answered with what the database has. */
export async function countKept(
  database: Database,
  booked: readonly Booked[],
  refused: readonly number[],
): Promise<Kept> {
  const { rows } = await database.query<{ note: string; trips: string[] }>({
    text: 'SELECT note, array_agg(trip_id) AS trips FROM trips WHERE note IS NOT NULL GROUP BY note',
  });
  const tripsByNote = new Map(rows.map(({ note, trips }) => [note, trips]));
  return {
    acknowledged: booked.length,
    missing: booked.filter(({ number, tripId }) => !tripsByNote.get(noteOf(number))?.includes(tripId)).length,
    doubled: rows.filter(({ trips }) => trips.length > 1).length,
    madeAnyway: refused.filter((number) => tripsByNote.has(noteOf(number))).length,
  };
}
