-- What the dashboard's search finds trips and riders by. A job writes it after the fact, for accounts whose dashboard is in use, so
-- that a booking costs nothing more. All of it can be derived again from trips and riders.
--
-- Each word begins with the end of the account's identifier, so that a search reads only the index entries of its own account.

-- The index has the account's events up to event_number. The trips and riders from before are added in the order of their
-- identifiers: up to trips_after and riders_after so far, and all of them where it is null.
CREATE TABLE search_progress (
  account_id   text COLLATE "C" PRIMARY KEY,
  event_number bigint NOT NULL,
  trips_after  text COLLATE "C",
  riders_after text COLLATE "C"
);

-- scheduled_at is for the list of a rider's trips, which trips have no index for.
CREATE TABLE trip_search (
  account_id   text COLLATE "C" NOT NULL,
  trip_id      text COLLATE "C" NOT NULL,
  client_id    text COLLATE "C" NOT NULL,
  scheduled_at timestamptz(3) NOT NULL,
  words        tsvector NOT NULL,
  PRIMARY KEY (account_id, trip_id)
);
CREATE INDEX trip_search_by_rider ON trip_search (account_id, client_id, scheduled_at, trip_id);

-- A rider who was added or edited waits for the job: trips_after is not null, and says up to which trip the rider's trips have the
-- new details.
CREATE TABLE rider_search (
  account_id  text COLLATE "C" NOT NULL,
  client_id   text COLLATE "C" NOT NULL,
  words       tsvector NOT NULL DEFAULT '',
  trips_after text COLLATE "C",
  PRIMARY KEY (account_id, client_id)
);
CREATE INDEX rider_search_waiting ON rider_search (account_id, client_id) WHERE trips_after IS NOT NULL;

-- A search reads all of the list of entries that are not in the index yet, so it is kept short.
CREATE INDEX trip_search_by_word ON trip_search USING gin (words) WITH (gin_pending_list_limit = 256);
CREATE INDEX rider_search_by_word ON rider_search USING gin (words) WITH (gin_pending_list_limit = 256);

COMMENT ON TABLE search_progress IS 'not in backups';
COMMENT ON TABLE trip_search IS 'not in backups';
COMMENT ON TABLE rider_search IS 'not in backups';
