import { describe, expect, it } from 'vitest';
import { stepTrip } from '../../src/trips/store/changeTrip.ts';
import { findMiscounts } from '../../src/trips/store/consistency.ts';
import { countTrips, openTransaction } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

const totalOf = async (account: TestAccount, query = '?limit=1') =>
  (await account.api.list(query)).body.pagination.total as number;

describe('the total of a list', () => {
  it('is of the same moment as its page while trips are booked and cancelled', async () => {
    const account = await service.account();
    let isDone = false;
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
    expect([await totalOf(account), await countTrips(service, account)]).toEqual([96, 96]);
    expect(await totalOf(account, '?status=CANCELLED')).toBe(48);
    expect(await findMiscounts(service.database)).toEqual([]);
  });

  it('has nothing of a transaction that is in progress or was rolled back, and does not wait for it', async () => {
    const account = await service.account();
    const { _id: tripId } = await account.api.createdTrip();
    const other = await openTransaction(service);
    const trip = { accountId: account.accountId, tripId, version: 1 };
    const finish = { trip, steps: ['OTWTP' as const], changedAt: new Date(), changedBy: 'OPERATOR' as const };
    await stepTrip({ query: ({ text, values }) => other.query(text, values) }, finish);
    expect(await totalOf(account, '?status=CONFIRMED')).toBe(1);
    await other.rollback();
    await account.api.createdTrip();
    expect([await totalOf(account, '?status=OTWTP'), await totalOf(account)]).toEqual([0, 2]);
    await stepTrip(service.database, finish);
    expect([await totalOf(account, '?status=CONFIRMED'), await totalOf(account, '?status=OTWTP')]).toEqual([1, 1]);
  });
});

describe('lists that read a large part of an account’s trips', () => {
  // Watches the locks of one server.
  it.runIf(service.database.layout === 'single')(
    'run one at a time per account and two in all, so that the database stays free for others',
    async () => {
      const accounts = await Promise.all([service.account(), service.account(), service.account()]);
      const other = await openTransaction(service);
      await other.query('LOCK TABLE trips IN ACCESS EXCLUSIVE MODE');
      const lists = accounts.flatMap(({ api }) => [1, 2, 3].map((page) => api.list(`?from=2027-03-01&page=${page}`)));
      const waiting = async () =>
        Number(
          (
            await other.query(`SELECT count(*) FROM pg_stat_activity
                              WHERE wait_event_type = 'Lock' AND datname = current_database()`)
          ).rows[0].count,
        );
      await expect.poll(waiting).toBe(2);
      await other.rollback();
      expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(Array(9).fill(200));
    },
  );
});
