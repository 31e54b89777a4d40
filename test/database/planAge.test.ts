import { describe, expect, it } from 'vitest';
import { entriesRead, insertTrips } from '../support/manyTrips.ts';
import { serviceForFile } from '../support/service.ts';

const TRIPS = 5_000;
const service = await serviceForFile();
const account = await service.account();

/** How many entries a booking reads, one after the other so that all use one connection. */
async function entriesReadByABooking(): Promise<number> {
  const before = await entriesRead(service);
  for (let booking = 0; booking < 5; booking += 1) expect((await account.api.create()).status).toBe(201);
  return ((await entriesRead(service)) - before) / 5;
}

describe('a connection whose plans were made while the tables were empty', () => {
  it('stops scanning all of an account’s trips once the tables have grown, even without statistics', async () => {
    await service.database.query({ text: 'ALTER TABLE trips SET (autovacuum_enabled = off)' });
    await entriesReadByABooking();
    await insertTrips(service.database, account, TRIPS);
    await expect.poll(entriesReadByABooking, { timeout: 20_000, interval: 10 }).toBeLessThan(10);
  }, 30_000);
});
