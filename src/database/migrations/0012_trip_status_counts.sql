-- How many trips of each status an account has, so that a list of a million trips does not count them. The statements that change
-- trips write these counts themselves. Each connection adds to a slot of its own (see src/trips/store/tripCounts.ts), so that
-- bookings of one account do not wait for each other; the sum over the slots counts. Rows leave room for updates in place.
CREATE TABLE trip_status_counts (
  account_id text COLLATE "C" NOT NULL,
  status     text COLLATE "C" NOT NULL,
  slot       smallint NOT NULL,
  trips      bigint NOT NULL,
  PRIMARY KEY (account_id, status, slot)
) WITH (fillfactor = 50);

-- A restore counts anew.
COMMENT ON TABLE trip_status_counts IS 'not in backups';

-- What lists sum up. Release 1.0 counts by triggers and does not write the new table, so while it can still come back the triggers'
-- counts are the ones that hold. The contract migration that drops the triggers moves the counts and points this view at them.
CREATE VIEW trip_totals AS
  SELECT account_id, status, trips FROM trip_counts WHERE span = 'ALL'
  UNION ALL
  SELECT account_id, status, trips FROM trip_count_changes;

-- Adds at most so many of the triggers' lines to the counts of release 1.0 and deletes them, as that release does every second;
-- the lock keeps it and us apart. Returns how many lines there were.
CREATE FUNCTION fold_count_changes(lines integer) RETURNS bigint LANGUAGE sql AS $$
  WITH chosen AS (
    SELECT account_id, change_id FROM trip_count_changes
     WHERE (SELECT pg_try_advisory_xact_lock(7247011))
     ORDER BY account_id, change_id LIMIT lines
  ),
  taken AS (
    DELETE FROM trip_count_changes c USING chosen
     WHERE c.account_id = chosen.account_id AND c.change_id = chosen.change_id
    RETURNING c.account_id, c.status, c.pickup_on, c.created_on, c.trips
  ),
  folded AS (
    INSERT INTO trip_counts AS counts (account_id, span, begins_on, status, trips)
    SELECT account_id, span, begins_on, status, sum(trips)
      FROM taken CROSS JOIN LATERAL (
        VALUES ('ALL', '0001-01-01'::date), ('PICKUP_DAY', pickup_on), ('CREATED_DAY', created_on)
      ) AS counted (span, begins_on)
     GROUP BY account_id, span, begins_on, status
     ORDER BY account_id, span, begins_on, status
    ON CONFLICT (account_id, span, begins_on, status) DO UPDATE SET trips = counts.trips + excluded.trips
  )
  SELECT count(*) FROM taken
$$;
