-- One row a completed request that carried an Idempotency-Key. It is written by the statement that makes the trip or
-- cancels it, so there is no row for a request under way, and none to be stuck.
-- Times are the database's own: all processes agree on when a key is new again.

CREATE TABLE idempotency_keys (
  account_id      text COLLATE "C" NOT NULL REFERENCES accounts,
  idempotency_key text COLLATE "C" NOT NULL,
  fingerprint     bytea NOT NULL,
  response_body   text NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
);

-- For the sweep.
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
