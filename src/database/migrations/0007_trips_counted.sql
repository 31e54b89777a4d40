-- The trips that were there before the triggers. One statement, so it sees the trips and the lines of one moment, and nobody has
-- to wait: what was booked since the triggers has its lines already, and is taken off.
INSERT INTO trip_count_changes (account_id, status, pickup_on, created_on, trips)
SELECT account_id, status, pickup_on, created_on, sum(trips)
  FROM (SELECT account_id, status, utc_day(scheduled_at) AS pickup_on, utc_day(created_at) AS created_on, 1 AS trips FROM trips
        UNION ALL
        SELECT account_id, status, pickup_on, created_on, -trips FROM trip_count_changes) AS uncounted
 GROUP BY account_id, status, pickup_on, created_on
HAVING sum(trips) <> 0;
