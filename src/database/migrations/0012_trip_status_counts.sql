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
