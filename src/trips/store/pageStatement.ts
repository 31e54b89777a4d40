import { KEPT_TRIP_MEMBERS, SELECT_KEPT_TRIP } from './tripColumns.ts';

/** A statement for trips of any status, and one for those of the status that is its last parameter. */
export interface PageStatement {
  ofAnyStatus: { name: string; text: string };
  ofOneStatus: { name: string; text: string };
}

/** The parameters of every page: $1 the account, $2 the limit, $3 the offset; then its own, then the status. */
export const pageStatement = (
  name: string,
  parameters: number,
  write: (andStatus: string) => string,
): PageStatement => ({
  ofAnyStatus: { name, text: write('') },
  ofOneStatus: { name: `${name}_of_status`, text: write(`AND status = $${parameters + 1}`) },
});

const DAYS = { ALL: 'NULL::date', PICKUP_DAY: 'pickup_on', CREATED_DAY: 'created_on' };

/** The counts that were folded and the changes that were not yet: their sum is what is true. */
export const countsOf = (span: keyof typeof DAYS, andStatus: string) => `
    SELECT begins_on AS day, trips FROM trip_counts WHERE account_id = $1 AND span = '${span}' ${andStatus}
    UNION ALL
    SELECT ${DAYS[span]}, trips FROM trip_count_changes WHERE account_id = $1 ${andStatus}`;

/** The total and the page; for an empty page one row without a trip, so that the total is told at any rate. */
export const SELECT_TOTAL_AND_PAGE = `
  SELECT counted.total, ${KEPT_TRIP_MEMBERS}
    FROM counted LEFT JOIN page ON true
   ORDER BY page.created_at DESC, page.trip_id DESC`;

/** The trips of `place`, which was found in an index alone. The LIMIT keeps it a look-up each, however few trips there were. */
export const TRIPS_OF_PLACE = `
    SELECT place.created_at, place.trip_id, trip.*
      FROM place CROSS JOIN LATERAL (
        SELECT ${SELECT_KEPT_TRIP} FROM trips t WHERE t.account_id = $1 AND t.trip_id = place.trip_id LIMIT 1
      ) AS trip`;
