import { exportTrips, totalTrips } from '../../src/trips/store/exportTrips.ts';
import type { Scoped } from './statements.ts';

const EVER = { from: new Date('2000-01-01T00:00:00Z'), before: new Date('2100-01-01T00:00:00Z') };

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
  totalTrips: { run: ({ database, accountId }) => totalTrips(database, { accountId, ...EVER }) },
};
