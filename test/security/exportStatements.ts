import { createHash } from 'node:crypto';
import { endCalendarFeed, findCalendarFeed, replaceCalendarFeed } from '../../src/accounts/calendarFeedStore.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { exportTrips, totalTrips } from '../../src/trips/store/exportTrips.ts';
import { listCalendarRides } from '../../src/trips/store/rides.ts';
import { changing } from './signInStatements.ts';
import type { Scoped } from './statements.ts';

const EVER = { from: new Date('2000-01-01T00:00:00Z'), before: new Date('2100-01-01T00:00:00Z') };

const feedOf = (accountId: string, what: string, createdAt: Date) => ({
  accountId,
  tokenSha256: createHash('sha256').update(`${what} of ${accountId}`).digest(),
  createdAt,
});

/** A link to the account's calendar. */
export const makeCalendarFeed = (database: Queryable, accountId: string): Promise<void> =>
  replaceCalendarFeed(database, feedOf(accountId, 'calendar', new Date(Number.parseInt(accountId.slice(-6), 16))));

/** What leaves the dashboard. */
export const EXPORT_STATEMENTS: Record<string, Scoped> = {
  exportTrips: {
    run: ({ database, accountId }) =>
      exportTrips(database, {
        accountId,
        status: undefined,
        from: undefined,
        to: undefined,
        after: undefined,
        limit: 1_000,
      }),
  },
  replaceCalendarFeed: changing('calendar_feeds', ({ database, accountId }) =>
    replaceCalendarFeed(database, feedOf(accountId, 'another calendar', EVER.from)),
  ),
  endCalendarFeed: changing('calendar_feeds', ({ database, accountId }) => endCalendarFeed(database, accountId)),
  findCalendarFeed: { run: ({ database, accountId }) => findCalendarFeed(database, accountId) },
  listCalendarRides: { run: ({ database, accountId }) => listCalendarRides(database, { accountId, ...EVER }) },
  totalTrips: { run: ({ database, accountId }) => totalTrips(database, { accountId, ...EVER }) },
};
