import { setTimeout as sleep } from 'node:timers/promises';
import { noteByOperator } from '../audit/audit.ts';
import type { Database } from '../database/connection.ts';
import type { IsStopped } from '../sweeping.ts';
import { eraseAll, readTripsOfRiders } from './riderData.ts';
import { listAccountsWithRidersBefore, nextRidersAddedBefore } from './riderDataStore.ts';

// Riders per pass over the trips of the account.
const RIDERS_JUDGED = 20_000;
const RIDERS_ERASED = 200;
const PAUSE_MS = 200;

/** Erases riders who were added and last travelled more than this many months ago. */
export async function sweepRiders(
  database: Database,
  months: number,
  now: Date,
  isStopped: IsStopped = () => false,
): Promise<void> {
  const before = monthsBefore(now, months);
  for (const accountId of await listAccountsWithRidersBefore(database, before))
    await sweepAccount(database, accountId, before, isStopped);
}

async function sweepAccount(database: Database, accountId: string, before: Date, isStopped: IsStopped): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined && !isStopped(); ) {
    const riders = await nextRidersAddedBefore(database, accountId, before, { after, limit: RIDERS_JUDGED });
    await eraseUnused(database, accountId, riders, before, isStopped);
    after = riders.length < RIDERS_JUDGED ? undefined : riders.at(-1);
  }
}

async function eraseUnused(
  database: Database,
  accountId: string,
  riders: readonly string[],
  before: Date,
  isStopped: IsStopped,
): Promise<void> {
  if (riders.length === 0) return;
  const trips = await readTripsOfRiders(database, accountId, riders);
  const inUse = new Set(
    trips.filter(({ scheduledAt }) => new Date(scheduledAt) >= before).map(({ clientId }) => clientId),
  );
  const unused = riders.filter((clientId) => !inUse.has(clientId));
  for (let first = 0; first < unused.length && !isStopped(); first += RIDERS_ERASED) {
    const portion = unused.slice(first, first + RIDERS_ERASED);
    const theirs = new Set(portion);
    await database.transaction(async (client) => {
      const ofPortion = trips.filter(({ clientId }) => theirs.has(clientId));
      await eraseAll(client, accountId, portion, ofPortion);
      await noteByOperator(accountId)(client, 'RIDERS_EXPIRED', { riders: String(portion.length) });
    });
    await sleep(PAUSE_MS);
  }
}

/** The same day and time this many months earlier; of a shorter month, its last day. */
export function monthsBefore(now: Date, months: number): Date {
  const moment = new Date(now);
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() - months);
  const days = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0)).getUTCDate();
  moment.setUTCDate(Math.min(now.getUTCDate(), days));
  return moment;
}
