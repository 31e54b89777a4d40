import { expect, it } from 'vitest';
import { listTrips, type TripListing } from '../../src/trips/store/listTrips.ts';
import { createTripLister } from '../../src/trips/tripLister.ts';
import { nextTurn, waitingDatabase } from '../support/answers.ts';

/** How many of two lists at once are read at once. */
async function readAtOnce(listing: Partial<TripListing>): Promise<number> {
  const { database, answers } = waitingDatabase({ total: 0, version: null });
  const list = createTripLister({ ...database, pool: { options: { max: 10 } } } as never);
  for (const _ of [1, 2]) list({ accountId: '1'.repeat(24), page: 1, limit: 20, ...listing }).catch(() => {}); // the second may wait in vain
  await nextTurn();
  return answers.length;
}

const from = new Date('2027-03-01T08:00:00Z');
const reference = { first: '0'.repeat(24), last: 'f'.repeat(24), firstCounter: 1, lastCounter: 1 };

it.each<[string, Partial<TripListing>]>([
  ['the first page', {}],
  ['a page that ends with the thousandth trip', { page: 10, limit: 100 }],
  ['a trip by its reference', { reference, from }],
  ['trips by the partner’s reference', { externalReference: 'B-1', page: 11, limit: 100 }],
])('lists %s at once', async (_, listing) => {
  expect(await readAtOnce(listing)).toBe(2);
});

it.each<[string, Partial<TripListing>]>([
  ['a page further back', { page: 1_001, limit: 1 }],
  ['a large page further back', { page: 11, limit: 100 }],
  ['trips from a time', { from }],
  ['trips up to a time', { to: from }],
  ['trips of a driver', { executorId: '2'.repeat(24) }],
  ['trips without a driver', { executorId: null }],
  ['trips that are not over', { statuses: ['CONFIRMED'] }],
])('lists %s one after the other', async (_, listing) => {
  expect(await readAtOnce(listing)).toBe(1);
});

it('names each statement in the 63 characters that PostgreSQL compares, whatever filters it has', async () => {
  const names: string[] = [];
  const database = {
    query: async ({ name }: { name: string }) => {
      names.push(name);
      return { rows: [] };
    },
  };
  const every = { status: 'CONFIRMED', from, externalReference: 'B-1', reference, statuses: ['CONFIRMED'] } as const;
  const listing = { accountId: '1'.repeat(24), page: 1, limit: 20 };
  const others = { ...listing, ...every, executorId: null };
  for (const each of [listing, { ...listing, from }, { ...listing, reference }, others])
    await listTrips(database as never, each);
  expect(names.filter((name) => name.length > 63)).toEqual([]);
  expect(new Set(names).size).toBe(4);
});
