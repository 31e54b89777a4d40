import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { clockOffsetSeconds } from '../database/databaseClock.ts';
import type { SweepLog } from '../sweeping.ts';

/** More than synchronised clocks ever differ. The alert TripsClockOff has the same limit. */
const MAX_OFFSET_SECONDS = 5;

/** Compares the clock of this process with the database's, and logs when they begin to differ and when they agree again. */
export function watchClock(database: Queryable, clock: Clock, log: SweepLog): () => Promise<void> {
  let isOff = false;
  return async () => {
    const offsetSeconds = await clockOffsetSeconds(database, clock);
    const wasOff = isOff;
    isOff = Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS;
    if (isOff && !wasOff)
      log.warn(
        { offsetSeconds },
        'the clock of this machine differs from that of the database: synchronise both (NTP)',
      );
    if (wasOff && !isOff) log.info('the clocks of this machine and of the database agree again');
  };
}
