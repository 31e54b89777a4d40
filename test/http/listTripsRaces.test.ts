import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Queryable } from '../../src/database/connection.ts';
import { foldAllCountChanges, startFolding } from '../../src/trips/countFolding.ts';
import { foldCountChanges } from '../../src/trips/store/tripCounts.ts';
import { countOf, countTrips, openTransaction } from '../support/otherProcess.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const totalOf = async (account: TestAccount, query = '?limit=1') =>
  (await account.api.list(query)).body.pagination.total as number;

const changesOf = ({ accountId }: TestAccount) =>
  countOf(service, 'SELECT count(*) FROM trip_count_changes WHERE account_id = $1', [accountId]);

/** Two of them fold while the third, the service, writes. */
async function withTwoOthersFolding(work: () => Promise<void>): Promise<void> {
  const others = [0, 1].map(() => openDatabase({ ...service.database.pool.options } as { connectionString: string }));
  const warnings: unknown[] = [];
  const foldings = others.map((database) =>
    startFolding(database, { warn: (fact: unknown) => warnings.push(fact) }, 1),
  );
  try {
    await work();
  } finally {
    await Promise.all(foldings.map((folding) => folding.stop()));
    await Promise.all(others.map((database) => database.close()));
  }
  expect(warnings).toEqual([]);
}

describe('the total of a list', () => {
  it('is of the same moment as its page while trips are booked, cancelled and counts folded', async () => {
    const account = await service.account();
    let isDone = false;
    await withTwoOthersFolding(async () => {
      const writing = Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let round = 0; round < 6; round += 1) {
            const trips = await Promise.all([account.api.createdTrip(), account.api.createdTrip()]);
            await account.api.cancel(trips[0]?._id ?? '');
          }
        }),
      ).finally(() => {
        isDone = true;
      });
      while (!isDone) {
        for (const filter of ['', '&status=CONFIRMED', '&from=2027-03-14&to=2027-03-14T09:30:00Z']) {
          const { body } = await account.api.list(`?limit=100${filter}`);
          expect(body.pagination.total).toBe(body.data.length);
        }
      }
      await writing;
    });
    expect(await totalOf(account)).toBe(96);
    expect(await countTrips(service, account)).toBe(96);
    expect(await totalOf(account, '?status=CANCELLED')).toBe(48);
    await foldAllCountChanges(service.database);
    expect([await changesOf(account), await totalOf(account)]).toEqual([0, 96]);
  });

  it('has nothing of a transaction that is under way, and nothing of one that was undone', async () => {
    const account = await service.account();
    const trip = await account.api.createdTrip();
    const other = await openTransaction(service);
    await other.query(`UPDATE trips SET status = 'FINISHED' WHERE account_id = $1`, [account.accountId]);
    expect(await totalOf(account, '?status=CONFIRMED')).toBe(1);
    await other.rollback();
    expect(await totalOf(account, '?status=CONFIRMED')).toBe(1);
    await account.api.cancel(trip._id);
    expect([await totalOf(account, '?status=CONFIRMED'), await totalOf(account, '?status=CANCELLED')]).toEqual([0, 1]);
  });

  it('does not wait for a booking of the same account that another process has not yet committed, nor does a booking', async () => {
    const account = await service.account();
    const { _id } = await account.api.createdTrip();
    const other = await openTransaction(service);
    await other.query(`UPDATE trips SET status = 'FINISHED' WHERE account_id = $1 AND trip_id = $2`, [
      account.accountId,
      _id,
    ]);
    await account.api.createdTrip();
    await foldAllCountChanges(service.database);
    expect(await totalOf(account)).toBe(2);
    await other.commit();
    expect(await totalOf(account, '?status=CONFIRMED')).toBe(1);
  });

  it('follows trips that are deleted, or all taken away at once', async () => {
    const account = await service.account();
    const { _id } = await account.api.createdTrip();
    await account.api.createdTrip();
    const other = await openTransaction(service);
    const count = async () =>
      (
        await other.query('SELECT sum(trips)::int AS trips FROM trip_count_changes WHERE account_id = $1', [
          account.accountId,
        ])
      ).rows[0].trips;
    await other.query('DELETE FROM trip_status_history WHERE trip_id = $1', [_id]);
    await other.query('DELETE FROM trips WHERE trip_id = $1', [_id]);
    expect(await count()).toBe(1);
    await other.query('TRUNCATE trips CASCADE');
    expect(await count()).toBe(null);
    await other.rollback();
  });
});

describe('folding', () => {
  it('goes in bounded steps, and takes none while another process is at it', async () => {
    const account = await service.account();
    await foldAllCountChanges(service.database);
    for (let booked = 0; booked < 5; booked += 1) await account.api.createdTrip();
    const other = await openTransaction(service);
    const others: Queryable = { query: ({ text, values }) => other.query(text, values) };
    expect(await foldCountChanges(others, 2)).toBe(2);
    expect(await foldCountChanges(service.database, 2)).toBe(0);
    expect(await totalOf(account)).toBe(5);
    await other.commit();
    expect([await changesOf(account), await totalOf(account)]).toEqual([3, 5]);
    expect(await foldCountChanges(service.database, 2)).toBe(2);
    expect([await changesOf(account), await totalOf(account)]).toEqual([1, 5]);
  });
});
