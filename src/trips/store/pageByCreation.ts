import { countsOf, pageStatement, SELECT_TOTAL_AND_PAGE, TRIPS_OF_PLACE } from './pageStatement.ts';
import { SELECT_KEPT_TRIP } from './tripColumns.ts';

/** A page near the beginning of the list: the index has it in order. */
export const NEWEST_PAGE = pageStatement(
  'list_newest',
  3,
  (andStatus) => `
  WITH counted AS (
    SELECT coalesce(sum(trips), 0)::bigint AS total FROM (${countsOf('ALL', andStatus)}) AS counts
  ),
  page AS (
    SELECT t.created_at, t.trip_id, ${SELECT_KEPT_TRIP} FROM trips t WHERE account_id = $1 ${andStatus}
     ORDER BY t.created_at DESC, t.trip_id DESC LIMIT $2 OFFSET $3
  )${SELECT_TOTAL_AND_PAGE}`,
);

/** So many entries of an index are skipped in a fraction of a millisecond; beyond, it pays to ask where a page begins. */
export const FEW = 1_000;

/**
 * Any other page. One near the end is reached from there. For one in the middle, how many trips were made on each day tells on which
 * days it begins and ends, and how many trips of these days come before and after it: it is reached from the nearer side.
 */
export const DEEP_PAGE = pageStatement(
  'list_deep',
  3,
  (andStatus) => `
  WITH counted AS (
    SELECT coalesce(sum(trips), 0)::bigint AS total FROM (${countsOf('ALL', andStatus)}) AS counts
  ),
  page_size AS (
    SELECT least($2::bigint, total - $3::bigint) AS size, total - $3::bigint - least($2::bigint, total - $3::bigint) AS after
      FROM counted WHERE total > $3::bigint
  ),
  days AS (
    SELECT day, sum(trips)::bigint AS trips, (sum(sum(trips)) OVER (ORDER BY day DESC))::bigint AS so_far
      FROM (${countsOf('CREATED_DAY', andStatus)}) AS counts
     GROUP BY day
  ),
  way AS (
    SELECT first.day AS first_day, $3::bigint - first.before AS skip_down,
           last.day AS last_day, last.so_far - $3::bigint - size AS skip_up,
           last.so_far - $3::bigint - size < $3::bigint - first.before AS is_upwards
      FROM (SELECT size FROM page_size WHERE after > ${FEW}) AS in_the_middle
     CROSS JOIN LATERAL (
       SELECT day, so_far - trips AS before FROM days WHERE so_far > $3::bigint ORDER BY day DESC LIMIT 1
     ) AS first
     CROSS JOIN LATERAL (
       SELECT day, so_far FROM days WHERE so_far >= $3::bigint + size ORDER BY day DESC LIMIT 1
     ) AS last
  ),
  place AS (
    (SELECT created_at, trip_id FROM trips
      WHERE account_id = $1 ${andStatus} AND (SELECT after <= ${FEW} FROM page_size)
      ORDER BY created_at, trip_id LIMIT (SELECT size FROM page_size) OFFSET (SELECT after FROM page_size))
    UNION ALL
    (SELECT created_at, trip_id FROM trips
      WHERE account_id = $1 ${andStatus} AND NOT (SELECT is_upwards FROM way)
        AND created_at < (SELECT (first_day + 1)::timestamp AT TIME ZONE 'UTC' FROM way)
      ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET (SELECT skip_down FROM way))
    UNION ALL
    (SELECT created_at, trip_id FROM trips
      WHERE account_id = $1 ${andStatus} AND (SELECT is_upwards FROM way)
        AND created_at >= (SELECT last_day::timestamp AT TIME ZONE 'UTC' FROM way)
      ORDER BY created_at, trip_id LIMIT (SELECT size FROM page_size) OFFSET (SELECT skip_up FROM way))
  ),
  page AS (${TRIPS_OF_PLACE}
  )${SELECT_TOTAL_AND_PAGE}`,
);
