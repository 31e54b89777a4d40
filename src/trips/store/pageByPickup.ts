import { countsOf, pageStatement, SELECT_TOTAL_AND_PAGE, TRIPS_OF_PLACE } from './pageStatement.ts';

const DAY_MS = 86_400_000;

type Order = 'ASC' | 'DESC';

/** A day's first trips in the order of their creation, or its last; the index has each day's in this order. */
const tripsOfDay = (andStatus: string, order: Order, most: string, andCondition = '') => `
          SELECT created_at, trip_id FROM trips
           WHERE account_id = $1 AND utc_day(scheduled_at) = days.day AND scheduled_at BETWEEN $4 AND $5 ${andStatus} ${andCondition}
           ORDER BY created_at ${order}, trip_id ${order} LIMIT ${most}`;

/**
 * The first n trips of all days, merged, and a few more. They are of at most n days, those whose own first trip comes first; and none
 * comes after the last of these n. So each day is looked at for its first trip, and further only down to there.
 */
const mergedDays = (andStatus: string, order: Order, n: string) => {
  const { last, never, reaches } =
    order === 'DESC'
      ? { last: 'min', never: '-infinity', reaches: '>=' }
      : { last: 'max', never: 'infinity', reaches: '<=' };
  return `
      SELECT trip.created_at, trip.trip_id
        FROM (SELECT day, CASE WHEN count(*) OVER () = ${n} THEN ${last}(created_at) OVER () ELSE '${never}' END AS bound
                FROM (SELECT days.day, first.created_at
                        FROM days CROSS JOIN LATERAL (${tripsOfDay(andStatus, order, '1')}
                        ) AS first
                       ORDER BY first.created_at ${order}, first.trip_id ${order} LIMIT ${n}) AS firsts) AS days
       CROSS JOIN LATERAL (${tripsOfDay(andStatus, order, n, `AND created_at ${reaches} days.bound`)}
       ) AS trip`;
};

/**
 * Trips with a pickup in a range. It is counted by whole days, less the trips of its first and its last day that lie outside. The
 * page is merged from the days that have trips, from the nearer end of the list.
 */
export const PAGE_BY_PICKUP = pageStatement(
  'list_by_pickup',
  7,
  (andStatus) => `
  WITH days AS (
    SELECT day, sum(trips) AS trips FROM (${countsOf('PICKUP_DAY', andStatus)}) AS counts
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
  ),
  way AS (
    SELECT size, total - $3::bigint - size AS after, total - $3::bigint - size < $3::bigint AS is_upwards
      FROM counted CROSS JOIN LATERAL (SELECT least($2::bigint, total - $3::bigint) AS size) AS page
     WHERE size > 0
  ),
  place AS (
    (SELECT * FROM (${mergedDays(andStatus, 'DESC', '$2::bigint + $3::bigint')}
      ) AS newest
      WHERE NOT (SELECT is_upwards FROM way)
      ORDER BY created_at DESC, trip_id DESC LIMIT $2 OFFSET $3)
    UNION ALL
    (SELECT * FROM (${mergedDays(andStatus, 'ASC', '(SELECT size + after FROM way)')}
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
