import type { Database } from '../../src/database/connection.ts';
import { type Booked, noteOf } from './callers.ts';
import type { Kept } from './figures.ts';

/** Holds what callers were told against what the database has. */
export async function countKept(
  database: Database,
  booked: readonly Booked[],
  refused: readonly number[],
): Promise<Kept> {
  const { rows } = await database.query<{ note: string; trips: string[] }>({
    text: 'SELECT note, array_agg(trip_id) AS trips FROM trips WHERE note IS NOT NULL GROUP BY note',
  });
  const tripsByNote = new Map(rows.map(({ note, trips }) => [note, trips]));
  return {
    acknowledged: booked.length,
    missing: booked.filter(({ number, tripId }) => !tripsByNote.get(noteOf(number))?.includes(tripId)).length,
    doubled: rows.filter(({ trips }) => trips.length > 1).length,
    madeAnyway: refused.filter((number) => tripsByNote.has(noteOf(number))).length,
  };
}
