-- How many trips an account has, kept with every change of them, so that a list of a million need not count them; and what
-- of a trip never changes, as the text that callers get, so that it is rendered once.
--
-- A change of trips adds a line to trip_count_changes and touches no other: no booking waits for another's count. The service
-- folds the lines into trip_counts every second. What is true is the sum of both at any moment, folded or not. The lines are
-- written by triggers, so that they are also right when an older release, or a person, writes trips.

-- span ALL: every trip of the account, begins_on is 0001-01-01; PICKUP_DAY, CREATED_DAY: those with a pickup, or made, on that
-- day in UTC.
CREATE TABLE trip_counts (
  account_id text COLLATE "C" NOT NULL,
  span       text COLLATE "C" NOT NULL CHECK (span IN ('ALL', 'PICKUP_DAY', 'CREATED_DAY')),
  begins_on  date NOT NULL,
  status     text COLLATE "C" NOT NULL,
  trips      bigint NOT NULL,
  PRIMARY KEY (account_id, span, begins_on, status)
);

CREATE TABLE trip_count_changes (
  account_id text COLLATE "C" NOT NULL,
  change_id  uuid NOT NULL DEFAULT gen_random_uuid(),
  status     text COLLATE "C" NOT NULL,
  pickup_on  date NOT NULL,
  created_on date NOT NULL,
  trips      bigint NOT NULL,
  PRIMARY KEY (account_id, change_id)
);

-- They are counted anew after a restore.
COMMENT ON TABLE trip_counts IS 'not in backups';
COMMENT ON TABLE trip_count_changes IS 'not in backups';

CREATE FUNCTION utc_day(moment timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (moment AT TIME ZONE 'UTC')::date
$$;

CREATE FUNCTION count_new_trips() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trip_count_changes (account_id, status, pickup_on, created_on, trips)
  SELECT account_id, status, utc_day(scheduled_at), utc_day(created_at), count(*) FROM new_trips
   GROUP BY account_id, status, utc_day(scheduled_at), utc_day(created_at);
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_trips() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trip_count_changes (account_id, status, pickup_on, created_on, trips)
  SELECT account_id, status, utc_day(scheduled_at), utc_day(created_at), sum(trips)
    FROM (SELECT account_id, status, scheduled_at, created_at, 1 AS trips FROM new_trips
          UNION ALL
          SELECT account_id, status, scheduled_at, created_at, -1 FROM old_trips) AS changed
   GROUP BY account_id, status, utc_day(scheduled_at), utc_day(created_at)
  HAVING sum(trips) <> 0;
  RETURN NULL;
END $$;

CREATE FUNCTION count_gone_trips() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO trip_count_changes (account_id, status, pickup_on, created_on, trips)
  SELECT account_id, status, utc_day(scheduled_at), utc_day(created_at), -count(*) FROM old_trips
   GROUP BY account_id, status, utc_day(scheduled_at), utc_day(created_at);
  RETURN NULL;
END $$;

CREATE FUNCTION count_no_trips() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM trip_count_changes;
  DELETE FROM trip_counts;
  RETURN NULL;
END $$;

-- Counts anew, for trips that were written without the triggers: those of a backup. Who calls it holds the tables locked.
CREATE FUNCTION recount_trips() RETURNS void LANGUAGE sql AS $$
  DELETE FROM trip_counts;
  DELETE FROM trip_count_changes;
  INSERT INTO trip_count_changes (account_id, status, pickup_on, created_on, trips)
  SELECT account_id, status, utc_day(scheduled_at), utc_day(created_at), count(*) FROM trips
   GROUP BY account_id, status, utc_day(scheduled_at), utc_day(created_at);
$$;

CREATE TRIGGER count_new_trips AFTER INSERT ON trips
  REFERENCING NEW TABLE AS new_trips FOR EACH STATEMENT EXECUTE FUNCTION count_new_trips();
CREATE TRIGGER count_changed_trips AFTER UPDATE ON trips
  REFERENCING OLD TABLE AS old_trips NEW TABLE AS new_trips FOR EACH STATEMENT EXECUTE FUNCTION count_changed_trips();
CREATE TRIGGER count_gone_trips AFTER DELETE ON trips
  REFERENCING OLD TABLE AS old_trips FOR EACH STATEMENT EXECUTE FUNCTION count_gone_trips();
CREATE TRIGGER count_no_trips AFTER TRUNCATE ON trips FOR EACH STATEMENT EXECUTE FUNCTION count_no_trips();

-- The members of a trip that never change after its booking, as JSON without the braces; empty for what an older release
-- wrote: then they are rendered from their columns.
ALTER TABLE trips ADD COLUMN fixed_members text;

-- Should somebody change one of them by hand after all, the text goes. The rows are compared as JSON, because a function that names
-- a column would stumble when the column's type is changed.
CREATE FUNCTION forget_fixed_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.fixed_members = OLD.fixed_members AND
     to_jsonb(NEW) - ARRAY['version', 'status', 'is_paid', 'executor_id']
     IS DISTINCT FROM to_jsonb(OLD) - ARRAY['version', 'status', 'is_paid', 'executor_id']
  THEN NEW.fixed_members := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER forget_fixed_members BEFORE UPDATE ON trips FOR EACH ROW EXECUTE FUNCTION forget_fixed_members();
