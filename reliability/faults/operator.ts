import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { stepsTowards } from '../../src/trips/lifecycle.ts';
import { stepTrip } from '../../src/trips/store/changeTrip.ts';
import { findTripOfAnyAccount } from '../../src/trips/store/findTrips.ts';
import type { Random } from '../support/random.ts';
import type { DatabaseUnderTest } from './databaseUnderTest.ts';

interface OperatorOptions {
  database: DatabaseUnderTest;
  random: Random;
  trips(): string[];
  isOver(): boolean;
}

/** Advances trips as the operator's command does, while clients cancel them; resolves with the number of steps. */
export async function runOperator({ database, random, trips, isOver }: OperatorOptions): Promise<number> {
  let steps = 0;
  let client: pg.Client | undefined;
  while (!isOver()) {
    await sleep(random.between(50, 250));
    const tripIds = trips();
    if (tripIds.length === 0) continue;
    try {
      client ??= await database.connect();
      if (await advance(client, random.pick(tripIds))) steps += 1;
    } catch {
      // The database is down; retry on a new connection.
      client?.end().catch(() => {}); // not awaited: it may hang
      client = undefined;
    }
  }
  await client?.end().catch(() => {});
  return steps;
}

async function advance(client: pg.Client, tripId: string): Promise<boolean> {
  const trip = await findTripOfAnyAccount(client, tripId);
  const next = trip && stepsTowards(trip.status, undefined);
  if (!trip || !next) return false;
  await client.query('BEGIN');
  const changed = await stepTrip(client, { trip, steps: next, changedAt: new Date(), changedBy: 'OPERATOR' });
  await client.query('COMMIT');
  return changed !== undefined;
}
