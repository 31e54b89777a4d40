import { findRiders, listOlderRiders, updateRider } from '../../src/catalogue/riderStore.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { parseReference, referenceOf } from '../../src/identifiers.ts';
import {
  beginProgress,
  findChangedTrips,
  lockProgress,
  lockWaitingRider,
  nextRiders,
  nextTrips,
  nextTripsOfRider,
  readRiderTexts,
  readTripTexts,
  saveProgress,
  saveRiders,
  saveTrips,
  saveWaitingRider,
} from '../../src/search/indexStore.ts';
import {
  findLatestPickups,
  pageOfRidersTrips,
  readSearchState,
  searchReferences,
  searchRiders,
  searchTrips,
} from '../../src/search/searchStore.ts';
import { searchQuery, termsOf, WORDS_VERSION } from '../../src/search/words.ts';
import type { AccountWithRecords } from '../support/accountWithRecords.ts';
import { indexAll } from '../support/search.ts';
import type { TestService } from '../support/service.ts';
import { changing } from './signInStatements.ts';
import { inEveryLayout, type Scoped, type Trial } from './statements.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');
const FIRST_PAGE = { page: 1, limit: 100 };

/** The accounts' trips and riders in the index, and a rider of each who waits to be indexed again. */
export async function makeIndex(service: TestService, accounts: readonly AccountWithRecords[]): Promise<void> {
  await indexAll(service);
  for (const { accountId, resources } of accounts)
    await updateRider(service.database, { accountId, clientId: resources.clientId, ...RIDER });
}

const RIDER = { firstName: 'Ada', lastName: 'Lovelace', phone: '+33600000001', email: 'ada@demo.example' };

const progressOf = ({ accountId }: Trial) => ({ accountId, eventNumber: 0, tripsAfter: '', ridersAfter: '' });

/** For the owner's own words in the index, whoever searches. */
const ownersSearch = ({ accountId, owner }: Trial) => ({
  accountId,
  query: searchQuery(owner.accountId, termsOf('ada'), new Map()),
  olderThan: '',
  limit: 100,
});

const withoutProgress = (database: Queryable, accountId: string) =>
  database.query({ text: 'DELETE FROM search_progress WHERE account_id = $1', values: [accountId] });

/** Statements of the search and of the job that indexes for it. */
export const SEARCH_STATEMENTS: Record<string, Scoped> = {
  findRiders: {
    run: ({ database, accountId, owner }) => findRiders(database, accountId, [owner.resources.clientId]),
    foreign: [],
  },
  listOlderRiders: {
    run: ({ database, accountId }) => listOlderRiders(database, { accountId, olderThan: '', limit: 100 }),
  },
  findLatestPickups: {
    run: ({ database, accountId, trip: { clientId } }) => findLatestPickups(database, accountId, [clientId]),
    foreign: [],
  },
  beginProgress: changing('search_progress', async ({ database, accountId }) => {
    await withoutProgress(database, accountId);
    await beginProgress(database, accountId);
  }),
  lockProgress: {
    run: async ({ database, accountId }) => (await lockProgress(database, accountId, WORDS_VERSION))?.accountId,
  },
  saveProgress: changing('search_progress', (trial) => saveProgress(trial.database, progressOf(trial), WORDS_VERSION)),
  findChangedTrips: {
    run: (trial) => findChangedTrips(trial.database, progressOf(trial), 100),
  },
  nextTrips: { run: ({ database, accountId }) => nextTrips(database, accountId, '', 100) },
  nextRiders: { run: ({ database, accountId }) => nextRiders(database, accountId, '', 100) },
  lockWaitingRider: { run: ({ database, accountId }) => lockWaitingRider(database, accountId) },
  nextTripsOfRider: {
    run: ({ database, accountId, trip: { clientId } }) =>
      nextTripsOfRider(database, accountId, { clientId, tripsAfter: '' }, 100),
    foreign: [],
  },
  saveWaitingRider: changing('rider_search', ({ database, accountId, owner }) =>
    saveWaitingRider(database, accountId, owner.resources.clientId, null),
  ),
  readRiderTexts: {
    run: ({ database, accountId, owner }) => readRiderTexts(database, accountId, [owner.resources.clientId]),
    foreign: [],
  },
  readTripTexts: {
    run: ({ database, accountId, trip }) => readTripTexts(database, accountId, [trip.tripId]),
    foreign: [],
  },
  saveRiders: changing('rider_search', ({ database, accountId, owner }) =>
    saveRiders(database, accountId, [{ clientId: owner.resources.clientId, lexemes: ['x'] }]),
  ),
  saveTrips: changing('trip_search', ({ database, accountId, trip: { tripId, clientId } }) =>
    saveTrips(database, accountId, [{ tripId, clientId, scheduledAt: NOW, lexemes: ['x'] }]),
  ),
  readSearchState: {
    run: async ({ database, accountId }) => readSearchState(database, accountId, [], WORDS_VERSION),
    foreign: { phones: [], isComplete: true },
    sameForOwner: 'both accounts are indexed',
  },
  searchTrips: {
    run: (trial) => inEveryLayout(trial, (database) => searchTrips(database, ownersSearch(trial))),
    foreign: [[], []],
  },
  searchRiders: {
    run: (trial) => inEveryLayout(trial, (database) => searchRiders(database, ownersSearch(trial))),
    foreign: [[], []],
  },
  searchReferences: {
    run: ({ database, accountId, owner }) => {
      const reference = parseReference(referenceOf(owner.resources.tripId));
      return searchReferences(database, { accountId, reference, olderThan: '', limit: 100 });
    },
    foreign: [],
  },
  pageOfRidersTrips: {
    run: ({ database, accountId, trip: { clientId } }) =>
      pageOfRidersTrips(database, { accountId, clientId, ...FIRST_PAGE }),
    foreign: { total: 0, rows: [] },
  },
};
