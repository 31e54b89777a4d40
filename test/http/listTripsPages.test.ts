import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRIP_STATUSES, type Trip, type TripStatus } from '../../src/contract/trip.ts';
import { foldAllCountChanges } from '../../src/trips/countFolding.ts';
import { foldCountChanges } from '../../src/trips/store/tripCounts.ts';
import { advanceTrip } from '../support/advance.ts';
import { insertTrips, type ListedTrip, tripsOf } from '../support/manyTrips.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Question {
  status: TripStatus | undefined;
  from: string | undefined;
  to: string | undefined;
  /** Where in the list: from its beginning, its middle, its end, or beyond. */
  place: number;
  limit: number;
}

const day = fc
  .integer({ min: -2, max: 45 })
  .map((days) => new Date(Date.UTC(2027, 2, 1 + days)).toISOString().slice(0, 10));
const moment = fc
  .tuple(
    day,
    fc.constantFrom('T00:00:00Z', 'T00:00:00.001Z', 'T12:00:00Z', 'T11:59:59.999Z', 'T23:59:59Z', 'T23:59:59.999Z', ''),
  )
  .map(([date, time]) => date + time);
const question: fc.Arbitrary<Question> = fc.record({
  status: fc.option(fc.constantFrom(...TRIP_STATUSES), { nil: undefined }),
  from: fc.option(moment, { nil: undefined, freq: 1 }),
  to: fc.option(moment, { nil: undefined, freq: 1 }),
  place: fc.oneof(fc.constantFrom(0, 0.5, 0.999, 1, 1.2), fc.double({ min: 0, max: 1, noNaN: true })),
  limit: fc.constantFrom(1, 7, 20, 100),
});

/** The first and the last moment that a bound means. */
const lowest = (text: string) => new Date(text);
const highest = (text: string) => new Date(text.length === 10 ? `${text}T23:59:59.999Z` : text);

/** The answer that filtering, counting and cutting all trips would give. */
function expected(trips: ListedTrip[], { status, from, to, limit }: Question, page: number) {
  const matching = trips.filter(
    (trip) =>
      (status === undefined || trip.status === status) &&
      (from === undefined || trip.scheduledAt >= lowest(from)) &&
      (to === undefined || trip.scheduledAt <= highest(to)),
  );
  const [total, pages] = [matching.length, Math.max(1, Math.ceil(matching.length / limit))];
  return {
    ids: matching.slice((page - 1) * limit, page * limit).map(({ id }) => id),
    pagination: { page, limit, total, pages, hasNext: page < pages, hasPrevious: page > 1 },
  };
}

const pageAt = (trips: ListedTrip[], asked: Question) =>
  Math.floor((expected(trips, asked, 1).pagination.total * asked.place) / asked.limit) + 1;

async function expectRightAnswer(account: TestAccount, trips: ListedTrip[], asked: Question) {
  const { status, from, to, limit } = asked;
  const page = pageAt(trips, asked);
  const given = Object.entries({ status, from, to, page, limit }).filter(([, value]) => value !== undefined);
  const query = given.map(([name, value]) => `${name}=${value}`).join('&');
  const { status: code, body } = await account.api.list(`?${query}`);
  expect(code).toBe(200);
  const answer = { ids: body.data.map(({ _id }: Trip) => _id), pagination: body.pagination };
  expect(answer, query).toEqual(expected(trips, asked, page));
}

async function expectRightAnswers(account: TestAccount, runs: number) {
  const trips = await tripsOf(service.database, account);
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const { from, to } = asked;
      fc.pre(from === undefined || to === undefined || lowest(from) <= highest(to));
      await expectRightAnswer(account, trips, asked);
    }),
    { numRuns: runs },
  );
}

describe('a list of thousands of trips', () => {
  it('has the pages and totals that filtering, counting and cutting all trips would give', async () => {
    const account = await service.account();
    await insertTrips(service.database, account, 4_000);
    await expectRightAnswers(account, 150); // nothing folded
    await foldCountChanges(service.database, 300);
    await expectRightAnswers(account, 100); // some of it
    await foldAllCountChanges(service.database);
    await expectRightAnswers(account, 150); // all of it
  });

  it('has them when all were made on one day', async () => {
    const account = await service.account();
    await insertTrips(service.database, account, 2_500);
    await service.database.query({
      text: `UPDATE trips SET created_at = timestamptz '2027-02-01T00:00:00Z' + extract(day FROM created_at) * interval '1 ms' WHERE account_id = $1`,
      values: [account.accountId],
    });
    await expectRightAnswers(account, 80);
  });

  /** Trips that were made up to eight days before their pickup, so that the days of pickup and of creation overlap. */
  async function accountWithTripsMadeShortlyBefore(yearsEarlier: number): Promise<TestAccount> {
    const account = await service.account();
    await insertTrips(service.database, account, 3_000);
    await service.database.query({
      text: `UPDATE trips SET scheduled_at = scheduled_at - $2 * interval '1 year',
                              created_at = scheduled_at - $2 * interval '1 year'
                                           - (('x' || right(trip_id, 4))::bit(16)::int * 37 % 200) * interval '1 hour'
              WHERE account_id = $1`,
      values: [account.accountId, yearsEarlier],
    });
    return account;
  }

  // The days to come are read in another order than those that are over.
  it.each([
    ['over', 2017, 10],
    ['to come', 2127, -100],
  ])('has them by status and range, at every place of the list, for days that are %s', async (_, year, earlier) => {
    const account = await accountWithTripsMadeShortlyBefore(earlier);
    const trips = await tripsOf(service.database, account);
    const ranges = [
      [undefined, undefined], // forty days
      [`${year}-03-05`, `${year}-04-04`],
      [`${year}-03-05T11:59:59.999Z`, `${year}-04-04T12:00:00Z`],
      [`${year}-03-05T00:00:00.001Z`, `${year}-03-06T23:59:59.998Z`],
      [`${year}-03-20T06:00:00Z`, `${year}-03-20T18:00:00Z`],
      [`${year}-03-21`, `${year}-03-21`],
      [`${year}-04-01`, undefined],
      [undefined, `${year}-03-10`],
    ];
    const daysOf = (status: TripStatus) =>
      new Set(
        trips.filter((trip) => trip.status === status).map((trip) => trip.scheduledAt.toISOString().slice(0, 10)),
      );
    expect([daysOf('CONFIRMED').size, daysOf('OTWTD').size, daysOf('FINISHED').size]).toEqual([40, 20, 0]);
    for (const [from = `${year}-01-01`, to] of ranges)
      for (const status of ['CONFIRMED', 'OTWTD', 'FINISHED'] as const)
        for (const place of [0, 0.1, 0.3, 0.5, 0.8, 0.999, 1.2])
          for (const limit of [3, 20]) await expectRightAnswer(account, trips, { status, from, to, place, limit });
  });

  it('has them where trips were made, or written by hand, after their pickup', async () => {
    const account = await accountWithTripsMadeShortlyBefore(0);
    await expectRightAnswers(account, 60);
    await service.database.query({
      text: `UPDATE trips SET created_at = scheduled_at + interval '60 days'
              WHERE account_id = $1 AND scheduled_at < '2027-03-12' AND right(trip_id, 1) IN ('3', 'a')`,
      values: [account.accountId],
    });
    const trips = await tripsOf(service.database, account);
    for (const status of [undefined, 'CONFIRMED', 'CANCELLED'] as const)
      await expectRightAnswer(account, trips, { status, from: '2027-03-01', to: undefined, place: 0, limit: 20 });
    await expectRightAnswers(account, 60);
  });

  it('follows bookings, cancellations and advances, folded and not', async () => {
    const account = await service.account();
    const step = fc.constantFrom('book', 'cancel', 'advance', 'fold') as fc.Arbitrary<
      'book' | 'cancel' | 'advance' | 'fold'
    >;
    const open: string[] = [];
    const steps = {
      book: async () =>
        void open.push(
          (await account.api.createdTrip({ scheduledAt: `2027-03-${10 + (open.length % 20)}T00:00:00Z` }))._id,
        ),
      cancel: async () => void (await account.api.cancel(open.shift() ?? 'none')),
      advance: async () => {
        const trip = open.shift();
        if (trip !== undefined) await advanceTrip(service, trip, 'FINISHED_PAYED');
      },
      fold: async () => void (await foldCountChanges(service.database, 3)),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (taken) => {
        for (const each of taken) await steps[each]();
        await expectRightAnswers(account, 4);
      }),
      { numRuns: 25 },
    );
  });
});
