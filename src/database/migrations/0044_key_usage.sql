-- How much each API key is used. Derived data, like request_counts: in no backup, and without references.
CREATE TABLE key_request_counts (
  account_id text COLLATE "C" NOT NULL,
  key_id     text COLLATE "C" NOT NULL,
  hour       timestamptz(3) NOT NULL,
  requests   bigint NOT NULL,
  PRIMARY KEY (account_id, key_id, hour)
);
CREATE INDEX key_request_counts_by_time ON key_request_counts USING brin (hour);
COMMENT ON TABLE key_request_counts IS 'not in backups';

-- The key of a logged request. Empty for requests that an earlier release logged.
ALTER TABLE request_log ADD COLUMN key_id text COLLATE "C";
