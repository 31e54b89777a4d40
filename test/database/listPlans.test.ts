import { describe, expect, it } from 'vitest';
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
