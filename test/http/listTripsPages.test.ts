import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Trip, TripStatus } from '../../src/contract/trip.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import { advanceTrip } from '../support/advance.ts';
import { insertTrips, type ListedTrip, tripsOf } from '../support/manyTrips.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();

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
    await expectRightAnswers(account, 250);
  });

  it('has them at every place of the list, by status and range', async () => {
    const account = await service.account();
    await insertTrips(service.database, account, 3_000);
    const trips = await tripsOf(service.database, account);
    const ranges = [
      ['2027-03-05', '2027-04-04'],
      ['2027-03-05T11:59:59.999Z', '2027-04-04T12:00:00Z'],
      ['2027-03-05T00:00:00.001Z', '2027-03-06T23:59:59.998Z'],
      ['2027-03-21', '2027-03-21'],
      ['2027-04-01', undefined],
      [undefined, '2027-03-10'],
    ];
    for (const [from, to] of ranges)
      for (const status of ['CONFIRMED', 'OTWTD', 'FINISHED'] as const)
        for (const place of [0, 0.5, 0.999, 1.2])
          await expectRightAnswer(account, trips, { status, from, to, place, limit: 20 });
  });

  it('follows bookings, cancellations and advances', async () => {
    const account = await service.account();
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
    };
    const step = fc.constantFrom('book', 'cancel', 'advance') as fc.Arbitrary<keyof typeof steps>;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (taken) => {
        for (const each of taken) await steps[each]();
        await expectRightAnswers(account, 4);
      }),
      { numRuns: 25 },
    );
  });
});
