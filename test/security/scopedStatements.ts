import { tripRow } from '../../reliability/faults/evidence.ts';
import { installFunctions } from '../../src/database/layout/accountFunction.ts';
import { ACCOUNT_FUNCTIONS } from '../../src/trips/store/accountFunctions.ts';
import { TRIP_AS_JSON } from '../../src/trips/store/tripColumns.ts';
import type { TripInJson } from '../../src/trips/tripRow.ts';
import { type AccountWithRecords, furnish } from '../support/accountWithRecords.ts';
import type { TestService } from '../support/service.ts';
import { EXPORT_STATEMENTS, makeCalendarFeed } from './exportStatements.ts';
import {
  DRIVER_STATEMENTS,
  makeUsage,
  OWNERS_STATEMENTS,
  PLAN_STATEMENTS,
  RIDER_DATA_STATEMENTS,
} from './ownersStatements.ts';
import { makeIndex, SEARCH_STATEMENTS } from './searchStatements.ts';
import { makeOwner, SIGN_IN_STATEMENTS } from './signInStatements.ts';
import { SCOPED as OF_TRIPS, type Scoped, type Trial } from './statements.ts';
import { WEBHOOK_STATEMENTS } from './webhookStatements.ts';

/** Every function of every store that takes an account. */
export const SCOPED: Record<string, Scoped> = {
  ...OF_TRIPS,
  ...SIGN_IN_STATEMENTS,
  ...OWNERS_STATEMENTS,
  ...DRIVER_STATEMENTS,
  ...PLAN_STATEMENTS,
  ...RIDER_DATA_STATEMENTS,
  ...EXPORT_STATEMENTS,
  ...WEBHOOK_STATEMENTS,
  ...SEARCH_STATEMENTS,
};

/** Two accounts that have something in every table. The functions for a cluster are there too, for statements in every form. */
export async function furnishTwo(service: TestService) {
  await installFunctions({ ...service.database, layout: 'citus' }, ACCOUNT_FUNCTIONS);
  const owner = await furnish(service, await service.account(), { day: '2031-01-01', status: 'OTWTP' });
  const stranger = await furnish(service, await service.account(), { day: '2031-02-01', status: 'OTWTD' });
  for (const { accountId } of [owner, stranger]) {
    await makeOwner(service.database, accountId);
    await makeUsage(service.database, accountId);
    await makeCalendarFeed(service.database, accountId);
  }
  await makeIndex(service, [owner, stranger]);
  return { owner, stranger };
}

/** What a statement is tried with for an account, on the things of the owner. */
export async function trialOn(
  service: TestService,
  owner: AccountWithRecords,
  { accountId }: AccountWithRecords,
): Promise<Trial> {
  const { rows } = await service.database.query<{ row: TripInJson }>({
    text: `SELECT ${TRIP_AS_JSON} AS row FROM trips t WHERE trip_id = $1`,
    values: [owner.resources.tripId],
  });
  if (!rows[0]) throw new Error('the owner’s trip is gone');
  return { database: service.serving, accountId, owner, trip: tripRow(rows[0].row) };
}
