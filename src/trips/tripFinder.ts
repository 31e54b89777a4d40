import { batched, batchLimits } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { type FoundTrip, findTrips, type TripReference } from './store/findTrips.ts';

export type TripFinder = (reference: TripReference) => Promise<FoundTrip | undefined>;

export const createTripFinder = (database: Queryable): TripFinder =>
  batched<TripReference, FoundTrip | undefined>({
    ...batchLimits(database, { maxInFlight: 4 }),
    accountOf: ({ accountId }) => accountId,
    run: (references) => findTrips(database, references),
  });
