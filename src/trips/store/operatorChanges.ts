import type { Queryable } from '../../database/connection.ts';
import type { TripRow } from '../tripRow.ts';
import { SELECT_TRIP } from './tripColumns.ts';

/** A trip by its identifier alone, for the operator: each account is asked for it by its own key. */
export async function findTripOfAnyAccount(database: Queryable, tripId: string): Promise<TripRow | undefined> {
  const { rows } = await database.query<TripRow>({
    text: `SELECT ${SELECT_TRIP} FROM accounts a JOIN trips t ON t.account_id = a.account_id AND t.trip_id = $1`,
    values: [tripId],
  });
  return rows[0];
}
