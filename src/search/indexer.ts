import type { Logger } from 'pino';
import { type Clock, HOUR_MS } from '../clock.ts';
import type { Database, Queryable } from '../database/connection.ts';
import type { IsStopped } from '../sweeping.ts';
import {
  beginProgress,
  findChangedTrips,
  listAccountsToIndex,
  lockProgress,
  lockWaitingRider,
  nextRiders,
  nextTrips,
  nextTripsOfRider,
  type Progress,
  readRiderTexts,
  readTripTexts,
  saveProgress,
  saveRiders,
  saveTrips,
  saveWaitingRider,
} from './indexStore.ts';
import { lexemesOf, WORDS_VERSION } from './words.ts';

/** Accounts that only use the API pay nothing for a search that nobody uses. */
const IN_USE_MS = 30 * 24 * HOUR_MS;
// Takes about twenty milliseconds, two of them in this process, so that requests hardly wait for it.
const BATCH = 250;

export interface IndexerDependencies {
  database: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/** Brings the index of every account whose dashboard is in use up to date. Accounts take turns. */
export async function indexAccounts(
  { database, clock, log }: IndexerDependencies,
  isStopped: IsStopped = () => false,
): Promise<void> {
  const left = new Set<string>(); // to another process, or to the next time
  const next = async () => {
    const accounts = await listAccountsToIndex(database, new Date(clock().getTime() - IN_USE_MS), WORDS_VERSION);
    return accounts.filter((accountId) => !left.has(accountId));
  };
  for (let accounts = await next(); accounts.length > 0; accounts = await next()) {
    for (const accountId of accounts) {
      if (isStopped()) return;
      const isIndexed = await indexSome(database, accountId).catch((error) => {
        log.warn({ err: error, accountId }, 'could not update the search index; trying again');
      });
      if (!isIndexed) left.add(accountId);
    }
  }
}

/** One step, in a transaction: either the index and its progress have it, or neither. False if another process is working on it. */
async function indexSome(database: Database, accountId: string): Promise<boolean> {
  await beginProgress(database, accountId);
  return database.transaction(async (client) => {
    const progress = await lockProgress(client, accountId, WORDS_VERSION);
    if (!progress) return false;
    await indexWaitingRider(client, accountId);
    await saveProgress(client, await indexNext(client, progress), WORDS_VERSION);
    return true;
  });
}

/** What changed since, and some of what was there before. */
async function indexNext(client: Queryable, progress: Progress): Promise<Progress> {
  const { accountId, tripsAfter, ridersAfter } = progress;
  const changed = await findChangedTrips(client, progress, BATCH);
  const trips = tripsAfter === null ? [] : await nextTrips(client, accountId, tripsAfter, BATCH);
  const riders = ridersAfter === null ? [] : await nextRiders(client, accountId, ridersAfter, BATCH);
  const clientIds = await indexTrips(client, accountId, changed.tripIds);
  await indexTrips(client, accountId, trips);
  await indexRiders(client, accountId, [...new Set([...clientIds, ...riders])]);
  return { accountId, eventNumber: changed.eventNumber, tripsAfter: lastOf(trips), ridersAfter: lastOf(riders) };
}

/** A rider who was added or edited, and some of their trips. */
async function indexWaitingRider(client: Queryable, accountId: string): Promise<void> {
  const rider = await lockWaitingRider(client, accountId);
  if (!rider) return;
  const trips = await nextTripsOfRider(client, accountId, rider, BATCH);
  await indexRiders(client, accountId, [rider.clientId]);
  await indexTrips(client, accountId, trips);
  await saveWaitingRider(client, accountId, rider.clientId, lastOf(trips));
}

/** Where to continue; null if there is no more. */
const lastOf = (ids: readonly string[]): string | null => (ids.length < BATCH ? null : (ids.at(-1) ?? null));

/** Returns whose trips they are. */
async function indexTrips(client: Queryable, accountId: string, tripIds: readonly string[]): Promise<string[]> {
  if (tripIds.length === 0) return [];
  const trips = await readTripTexts(client, accountId, tripIds);
  await saveTrips(
    client,
    accountId,
    trips.map(({ texts, ...trip }) => ({ ...trip, lexemes: lexemesOf(accountId, texts) })),
  );
  return trips.map(({ clientId }) => clientId);
}

async function indexRiders(client: Queryable, accountId: string, clientIds: readonly string[]): Promise<void> {
  if (clientIds.length === 0) return;
  const riders = await readRiderTexts(client, accountId, clientIds);
  await saveRiders(
    client,
    accountId,
    riders.map(({ clientId, texts }) => ({ clientId, lexemes: lexemesOf(accountId, texts) })),
  );
}
