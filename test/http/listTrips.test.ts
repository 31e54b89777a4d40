import { describe, expect, it } from 'vitest';
import type { Trip } from '../../src/contract/trip.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

async function accountWithTrips(count: number): Promise<{ account: TestAccount; newestFirst: Trip[] }> {
  const account = await service.account();
  const trips = await Promise.all(
    Array.from({ length: count }, (_, index) => account.api.createdTrip({ price: index })),
  );
  // The test clock stands still, so all were created at the same moment and the identifier decides.
  return { account, newestFirst: trips.sort((a, b) => (a._id < b._id ? 1 : -1)) };
}

const idsOf = (trips: Trip[]) => trips.map(({ _id }) => _id);

describe('GET /v1/trips', () => {
  it('answers an account without trips with an empty list of one page', async () => {
    const account = await service.account();
    const { status, body } = await account.api.list();
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: [],
      pagination: { page: 1, limit: 20, total: 0, pages: 1, hasNext: false, hasPrevious: false },
    });
  });

  it('lists trips as they were answered at creation, without their histories', async () => {
    const { account, newestFirst } = await accountWithTrips(3);
    const { body } = await account.api.list();
    expect(body.data).toEqual(newestFirst);
    expect(body.data[0]).not.toHaveProperty('statusHistory');
  });

  it('gives page 1 of 20 trips when nothing is asked for', async () => {
    const { account, newestFirst } = await accountWithTrips(21);
    const { body } = await account.api.list();
    expect(idsOf(body.data)).toEqual(idsOf(newestFirst.slice(0, 20)));
    expect(body.pagination).toEqual({ page: 1, limit: 20, total: 21, pages: 2, hasNext: true, hasPrevious: false });
  });

  it('cuts the list into pages without a gap or a repetition, and is empty past the end', async () => {
    const { account, newestFirst } = await accountWithTrips(5);
    const pages = [1, 2, 3, 4, 2_147_483_647];
    const answers = await Promise.all(pages.map((page) => account.api.list(`?page=${page}&limit=2`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const ids = idsOf(newestFirst);
    expect(answers.map(({ body }) => idsOf(body.data))).toEqual([
      ids.slice(0, 2),
      ids.slice(2, 4),
      ids.slice(4),
      [],
      [],
    ]);
    const common = { limit: 2, total: 5, pages: 3 };
    expect(answers.map(({ body }) => body.pagination)).toEqual([
      { ...common, page: 1, hasNext: true, hasPrevious: false },
      { ...common, page: 2, hasNext: true, hasPrevious: true },
      { ...common, page: 3, hasNext: false, hasPrevious: true },
      { ...common, page: 4, hasNext: false, hasPrevious: true },
      { ...common, page: 2_147_483_647, hasNext: false, hasPrevious: true },
    ]);
  });

  it('puts the newest creation first, whatever the time of pickup', async () => {
    const account = await service.account();
    const created: string[] = [];
    for (const scheduledAt of ['2027-06-01T00:00:00Z', '2027-04-01T00:00:00Z', '2027-05-01T00:00:00Z']) {
      created.unshift((await account.api.createdTrip({ scheduledAt }))._id);
      service.clock.advance(1);
    }
    expect(idsOf((await account.api.list()).body.data)).toEqual(created);
  });

  it('goes by the time of creation even where the identifiers say otherwise', async () => {
    const { account, newestFirst } = await accountWithTrips(3);
    const { _id: oldestById = '', createdAt = '' } = newestFirst[2] ?? {};
    await service.database.query({
      text: 'UPDATE trips SET created_at = $3 WHERE account_id = $1 AND trip_id = $2',
      values: [account.accountId, oldestById, new Date(new Date(createdAt).getTime() + 1)],
    });
    const expected = [oldestById, ...idsOf(newestFirst.slice(0, 2))];
    expect(idsOf((await account.api.list()).body.data)).toEqual(expected);
  });

  it('misses no trip and keeps their order while new ones are booked between the pages', async () => {
    const { account, newestFirst } = await accountWithTrips(9);
    const seen: string[] = [];
    for (let page = 1; page <= 6; page += 1) {
      seen.push(...idsOf((await account.api.list(`?page=${page}&limit=3`)).body.data));
      service.clock.advance(1);
      await account.api.createdTrip();
    }
    const known = idsOf(newestFirst);
    expect([...new Set(seen)].filter((id) => known.includes(id))).toEqual(known);
  });

  it('shows a trip as it is now, in the place that its creation gave it', async () => {
    const { account, newestFirst } = await accountWithTrips(3);
    await account.api.cancel(newestFirst[1]?._id ?? '');
    const { body } = await account.api.list();
    expect(body.data.map(({ status }: Trip) => status)).toEqual(['CONFIRMED', 'CANCELLED', 'CONFIRMED']);
    expect(idsOf(body.data)).toEqual(idsOf(newestFirst));
  });
});
