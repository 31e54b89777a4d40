-- What an account's owner sees of the API's use, and how owners tell their keys apart.
--
-- Derived data: nothing depends on it and it is in no backup. There is no reference to accounts, so that writing it locks no
-- account; what an account leaves behind goes with its age.

-- The newest requests of an account, without bodies, queries or keys. The path is the route with the trip's id. `request` is the
-- request's id, which a caller may choose, so it is nobody's identity.
CREATE TABLE request_log (
  account_id text COLLATE "C" NOT NULL,
  logged_at  timestamptz(3) NOT NULL,
  entry_id   text COLLATE "C" NOT NULL,
  request    text COLLATE "C" NOT NULL,
  method     text NOT NULL,
  path       text NOT NULL,
  status     smallint NOT NULL,
  code       text,
  ms         real NOT NULL,
  PRIMARY KEY (account_id, logged_at, entry_id)
);
-- For the sweep alone: rows come in the order of their time, so a summary of ranges is enough and costs writers nothing.
CREATE INDEX request_log_by_time ON request_log USING brin (logged_at);

-- All requests of an account by the hour and the first digit of their status, also those that are not in the log.
CREATE TABLE request_counts (
  account_id   text COLLATE "C" NOT NULL,
  hour         timestamptz(3) NOT NULL,
  status_class smallint NOT NULL,
  requests     bigint NOT NULL,
  unlogged     bigint NOT NULL,
  PRIMARY KEY (account_id, hour, status_class)
);
CREATE INDEX request_counts_by_time ON request_counts USING brin (hour);

COMMENT ON TABLE request_log IS 'not in backups';
COMMENT ON TABLE request_counts IS 'not in backups';

ALTER TABLE api_keys ADD COLUMN name text;
