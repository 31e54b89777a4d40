import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/connection.ts';
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
  const opened = database.open();
  while (!isOver()) {
    await sleep(random.between(50, 250));
    const tripIds = trips();
    if (tripIds.length === 0) continue;
    try {
      if (await advance(opened, random.pick(tripIds))) steps += 1;
    } catch {
      // The database is down.
    }
  }
  await opened.close();
  return steps;
}

async function advance(database: Database, tripId: string): Promise<boolean> {
  const trip = await findTripOfAnyAccount(database, tripId);
  const next = trip && stepsTowards(trip.status, undefined);
  if (!trip || !next) return false;
  return (await stepTrip(database, { trip, steps: next, changedAt: new Date(), changedBy: 'OPERATOR' })) !== undefined;
}
