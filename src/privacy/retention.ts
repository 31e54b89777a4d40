import { setTimeout as sleep } from 'node:timers/promises';
import { noteByOperator } from '../audit/audit.ts';
import type { Database } from '../database/connection.ts';
import { databaseNow } from '../database/databaseClock.ts';
import type { IsStopped } from '../sweeping.ts';
import { eraseAll, listRidersWithOpenTrips, readTripsOfRiders } from './riderData.ts';
import { listAccountsWithRidersBefore, nextRidersAddedBefore, type RidersTrip } from './riderDataStore.ts';

// Riders per pass over the trips of the account.
const RIDERS_JUDGED = 20_000;
const RIDERS_ERASED = 200;
const PAUSE_MS = 200;

interface Sweep {
  /** By default the database's: an instance whose clock is ahead must not erase anybody too early. */
  readNow?: (database: Database) => Promise<Date>;
  isStopped?: IsStopped;
}

/** Erases riders who were added and last travelled more than this many months ago; returns how many. */
export async function sweepRiders(
  database: Database,
  months: number,
  { readNow = databaseNow, isStopped = () => false }: Sweep = {},
): Promise<number> {
  const now = await readNow(database);
  const before = monthsBefore(now, months);
  let erased = 0;
  for (const accountId of await listAccountsWithRidersBefore(database, before))
    erased += await sweepAccount({ database, accountId, before, now, isStopped });
  return erased;
}

interface AccountSweep {
  database: Database;
  accountId: string;
  before: Date;
  now: Date;
  isStopped: IsStopped;
}

async function sweepAccount(sweep: AccountSweep): Promise<number> {
  const { database, accountId, before, isStopped } = sweep;
  let erased = 0;
  for (let after: string | undefined = ''; after !== undefined && !isStopped(); ) {
    const riders = await nextRidersAddedBefore(database, accountId, before, { after, limit: RIDERS_JUDGED });
    erased += await eraseUnused(sweep, riders);
    after = riders.length < RIDERS_JUDGED ? undefined : riders.at(-1);
  }
  return erased;
}

async function eraseUnused(sweep: AccountSweep, riders: readonly string[]): Promise<number> {
  if (riders.length === 0) return 0;
  const { database, accountId, before, isStopped } = sweep;
  const trips = await readTripsOfRiders(database, accountId, riders);
  const inUse = new Set(
    trips.filter(({ scheduledAt }) => new Date(scheduledAt) >= before).map(({ clientId }) => clientId),
  );
  const unused = riders.filter((clientId) => !inUse.has(clientId));
  let erased = 0;
  for (let first = 0; first < unused.length && !isStopped(); first += RIDERS_ERASED) {
    erased += await erasePortion(sweep, unused.slice(first, first + RIDERS_ERASED), trips);
    await sleep(PAUSE_MS);
  }
  return erased;
}

/** Somebody may have booked for one of the riders since their trips were read. */
function erasePortion(
  { database, accountId, now }: AccountSweep,
  portion: readonly string[],
  trips: readonly RidersTrip[],
): Promise<number> {
  return database.transaction(async (client) => {
    const waiting = new Set(await listRidersWithOpenTrips(client, accountId, portion, now));
    const riders = portion.filter((clientId) => !waiting.has(clientId));
    if (riders.length === 0) return 0;
    const theirs = new Set(riders);
    const ofRiders = trips.filter(({ clientId }) => theirs.has(clientId));
    await eraseAll(client, accountId, riders, ofRiders);
    await noteByOperator(accountId)(client, 'RIDERS_EXPIRED', { riders: String(riders.length) });
    return riders.length;
  });
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
