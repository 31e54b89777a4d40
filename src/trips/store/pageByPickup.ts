import { farthestOf, mergedDays } from './mergedDays.ts';
import { countsOf, pageStatement, SELECT_TOTAL_AND_PAGE, TRIPS_OF_PLACE } from './pageStatement.ts';

const DAY_MS = 86_400_000;

/** Trips with a pickup in a range, by whole days, less the trips of its first and its last day that lie outside. */
const countedByDays = (andStatus: string) => `
  WITH days AS MATERIALIZED (
    SELECT day, sum(trips)::bigint AS trips FROM (${countsOf('PICKUP_DAY', andStatus)}) AS counts
     WHERE day BETWEEN utc_day($4::timestamptz) AND utc_day($5::timestamptz)
     GROUP BY day HAVING sum(trips) > 0
  ),
  counted AS (
    SELECT (SELECT coalesce(sum(trips), 0)::bigint FROM days)
         - (SELECT count(*) FROM trips
             WHERE account_id = $1 AND scheduled_at >= $6::timestamptz AND scheduled_at < $4::timestamptz ${andStatus})
         - (SELECT count(*) FROM trips
             WHERE account_id = $1 AND scheduled_at > $5::timestamptz AND scheduled_at < $7::timestamptz ${andStatus})
           AS total
  )`;

const UNTIL_END_OF_PAGE = '($2::bigint + $3::bigint)';
const FROM_PAGE_ON = '(SELECT size + after FROM way)';

/** The first page with a pickup in a range: merged from the days that have trips. */
export const FIRST_PAGE_BY_PICKUP = pageStatement(
  'list_first_by_pickup',
  7,
  (andStatus) => `${countedByDays(andStatus)},
  farthest AS MATERIALIZED (${farthestOf(andStatus, 'DESC', UNTIL_END_OF_PAGE)}
  ),
  place AS (
    SELECT * FROM (${mergedDays(andStatus, 'DESC', UNTIL_END_OF_PAGE, 'farthest')}
      ) AS newest
     ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET $3
  ),
  page AS (${TRIPS_OF_PLACE}
  )${SELECT_TOTAL_AND_PAGE}`,
);

/** Any page with a pickup in a range: merged from the nearer end of the list. */
export const PAGE_BY_PICKUP = pageStatement(
  'list_by_pickup',
  7,
  (andStatus) => `${countedByDays(andStatus)},
  way AS (
    SELECT size, total - $3::bigint - size AS after, total - $3::bigint - size < $3::bigint AS is_upwards
      FROM counted CROSS JOIN LATERAL (SELECT least($2::bigint, total - $3::bigint) AS size) AS page
     WHERE size > 0
  ),
  farthest_down AS MATERIALIZED (${farthestOf(andStatus, 'DESC', UNTIL_END_OF_PAGE)}
  ),
  farthest_up AS MATERIALIZED (${farthestOf(andStatus, 'ASC', FROM_PAGE_ON)}
  ),
  place AS (
    (SELECT * FROM (${mergedDays(andStatus, 'DESC', UNTIL_END_OF_PAGE, 'farthest_down')}
      ) AS newest
      WHERE NOT (SELECT is_upwards FROM way)
      ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET $3)
    UNION ALL
    (SELECT * FROM (${mergedDays(andStatus, 'ASC', FROM_PAGE_ON, 'farthest_up')}
      ) AS oldest
      WHERE (SELECT is_upwards FROM way)
      ORDER BY created_at, trip_id LIMIT (SELECT size FROM way) OFFSET (SELECT after FROM way))
  ),
  page AS (${TRIPS_OF_PLACE}
  )${SELECT_TOTAL_AND_PAGE}`,
);

/** The range's parameters: its two ends, the first moment of its first day, and the first moment after its last. */
export function pickupRange(from: Date | undefined, to: Date | undefined): string[] {
  return [
    from?.toISOString() ?? '-infinity',
    to?.toISOString() ?? 'infinity',
    from ? new Date(beginningOfDay(from)).toISOString() : '-infinity',
    to ? beyondYears(beginningOfDay(to) + DAY_MS) : 'infinity',
  ];
}

const beginningOfDay = (moment: Date) => Math.floor(moment.getTime() / DAY_MS) * DAY_MS;

/** The day after the last of 9999 has no ISO 8601 text that PostgreSQL reads; nothing is scheduled there. */
const beyondYears = (moment: number) => {
  const text = new Date(moment).toISOString();
  return text.startsWith('+') ? 'infinity' : text;
};
