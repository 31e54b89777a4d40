import { describe, expect, it } from 'vitest';
import { parseReference } from '../../src/identifiers.ts';
import { searchReferences } from '../../src/search/searchStore.ts';
import { FILTERS, listTrips, type TripListing } from '../../src/trips/store/listTrips.ts';
import { entriesRead, insertTrips } from '../support/manyTrips.ts';
import { serviceForFile } from '../support/service.ts';

const TRIPS = 5_000;
const service = await serviceForFile();
const account = await service.account();
await service.database.query({ text: 'ALTER TABLE trips SET (autovacuum_enabled = off)' });
await insertTrips(service.database, account, TRIPS);

async function planAnew(text: string): Promise<void> {
  await service.database.query({ text });
  await service.serving.query({ text: 'DISCARD PLANS' });
}

async function addSmallAccounts(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await insertTrips(service.database, await service.account(), 30);
}

/** How many entries a list of most trips, over 37 days, reads for its first page and for one in the middle. */
async function mostEntriesReadByAList(): Promise<number> {
  const counts: number[] = [];
  for (const query of ['', '&page=100', '&status=OTWTD', '&status=OTWTD&page=20']) {
    const before = await entriesRead(service);
    expect((await account.api.list(`?from=2027-03-05${query}`)).body.data).toHaveLength(20);
    counts.push((await entriesRead(service)) - before);
  }
  return Math.max(...counts);
}

describe('a list by a range', () => {
  it('reads each trip at most twice, whatever statistics PostgreSQL has', async () => {
    await planAnew('SELECT');
    expect(await mostEntriesReadByAList()).toBeLessThan(2 * TRIPS);
    await planAnew('ANALYZE trips');
    expect(await mostEntriesReadByAList()).toBeLessThan(2 * TRIPS);
    await addSmallAccounts();
    await planAnew('ANALYZE trips');
    expect(await mostEntriesReadByAList()).toBeLessThan(2 * TRIPS);
  });
});

/** With each filter that does not read many trips. */
const LISTINGS: Partial<TripListing>[] = [
  { status: 'OTWTD' },
  { externalReference: 'ORDER-4711' },
  { reference: parseReference('QEXVQ-EZEXV') },
];

describe('a list by a filter', () => {
  const filters = FILTERS.filter(({ reads }) => reads !== 'many');

  it.each(filters)('that does not read many trips has an index: $name', async ({ name, valuesOf }) => {
    const paging = { accountId: account.accountId, page: 1, limit: 20 };
    const listing = LISTINGS.map((each) => ({ ...each, ...paging })).find((each) => valuesOf(each) !== undefined);
    if (!listing) throw new Error(`add a listing by ${name} to LISTINGS`);
    await planAnew('ANALYZE trips');
    const before = await entriesRead(service);
    await listTrips(service.serving, listing);
    expect((await entriesRead(service)) - before).toBeLessThan(TRIPS / 10);
  });
});

describe('a search by the beginning of a reference', () => {
  it('reads hardly more than it shows, though thousands were booked in the seconds it stands for', async () => {
    const { accountId } = account;
    const reference = parseReference('DBZ4S');
    const { rows } = await service.database.query<{ id: string }>({
      text: `UPDATE trips SET trip_id = left($2, 8) || right(trip_id, 16) WHERE account_id = $1 RETURNING trip_id AS id`,
      values: [accountId, reference.first],
    });
    const newestFirst = rows
      .map(({ id }) => id)
      .sort()
      .reverse();
    await planAnew('ANALYZE trips');
    for (const start of Array.from({ length: 10 }, (_, count) => count * 400)) {
      const olderThan = newestFirst[start] ?? '';
      const before = await entriesRead(service);
      const found = await searchReferences(service.serving, { accountId, reference, olderThan, limit: 21 });
      expect((await entriesRead(service)) - before).toBeLessThan(100);
      expect(found).toEqual(newestFirst.slice(start + 1, start + 22));
    }
  });
});
