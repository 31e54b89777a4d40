/** The list from its beginning, newest creation first, or from its end. */
export type Order = 'ASC' | 'DESC';

// A trip is made before its pickup. So the newest were made for the days to come, each of which has some; or, where a range is over, for
// its last days. The oldest were likely made for its first. How many to take of a day was found by measuring.
const LIKELY = {
  DESC: {
    daysFirst: 'day < utc_day(now()), abs(day - utc_day(now()))',
    ofEach: (n: string) => `CASE WHEN days.day < utc_day(now()) THEN (${n} + $2::bigint) / 2 ELSE (${n} + 7) / 8 END`,
  },
  ASC: { daysFirst: 'day', ofEach: (n: string) => `(${n} + $2::bigint) / 2` },
};

/**
 * A day's first trips in the order of the list; the index has each day's in this order. IS TRUE hides the range from PostgreSQL, which
 * cannot know how wide it is, takes it for narrow, and would read all of its trips for each day in the index by time.
 */
const tripsOfDay = (andStatus: string, order: Order, most: string, andCondition = '') => `
          SELECT created_at, trip_id FROM trips
           WHERE account_id = $1 AND utc_day(scheduled_at) = days.day AND (scheduled_at BETWEEN $4 AND $5) IS TRUE ${andStatus} ${andCondition}
           ORDER BY created_at ${order}, trip_id ${order} LIMIT ${most}`;

/**
 * The moment that no trip of the first n lies beyond: none comes after the last of any n, and somewhat more than n are taken from the
 * days that likely have them. However bad that choice, the list is right; a good one spares reading the other days. For half of the list
 * it would spare nothing.
 */
export const farthestOf = (andStatus: string, order: Order, n: string) => `
    SELECT coalesce((
      SELECT created_at
        FROM (SELECT taken.created_at
                FROM (SELECT day FROM days WHERE ${n} * 2 < (SELECT total FROM counted)
                       ORDER BY ${LIKELY[order].daysFirst}) AS days
               CROSS JOIN LATERAL (${tripsOfDay(andStatus, order, LIKELY[order].ofEach(n))}
               ) AS taken LIMIT (${n} * 3 + $2::bigint) / 2) AS likely
       ORDER BY created_at ${order} LIMIT 1 OFFSET ${n} - 1), '${order === 'DESC' ? '-' : ''}infinity') AS moment`;

/**
 * The first n trips of all days, merged, and a few more; `farthest` is where their farthest moment stands. A day that was over by then
 * has no trip that was made later and is not read, unless the account has trips that were made after their pickup.
 */
export const mergedDays = (andStatus: string, order: Order, n: string, farthest: string) => {
  const isReached = `AND created_at ${order === 'DESC' ? '>=' : '<='} (SELECT moment FROM ${farthest})`;
  const isNotOver = `
               WHERE (day + 1)::timestamp AT TIME ZONE 'UTC' > (SELECT moment FROM ${farthest})
                  OR EXISTS (SELECT FROM trips WHERE account_id = $1 AND created_at > scheduled_at)`;
  return `
      SELECT trip.created_at, trip.trip_id
        FROM (SELECT day FROM days ${order === 'DESC' ? isNotOver : ''}) AS days
       CROSS JOIN LATERAL (${tripsOfDay(andStatus, order, n, isReached)}
       ) AS trip`;
};
