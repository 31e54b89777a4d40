-- Where an account wants its events sent, what still has to be sent, and what was sent.

-- The events up to queued_number have been queued for the endpoint. Secrets are stored as they are: a signature needs the secret
-- itself. The previous one signs too until its overlap ends.
CREATE TABLE webhook_endpoints (
  account_id            text COLLATE "C" NOT NULL REFERENCES accounts,
  endpoint_id           text COLLATE "C" NOT NULL,
  url                   text NOT NULL,
  event_types           text[] NOT NULL,
  description           text,
  status                text NOT NULL CHECK (status IN ('ENABLED', 'DISABLED')),
  disabled_reason       text CHECK (disabled_reason IN ('REQUESTED', 'GONE', 'FAILING')),
  secret                text NOT NULL,
  previous_secret       text,
  previous_secret_until timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  queued_number         bigint NOT NULL,
  failing_since         timestamptz(3),
  PRIMARY KEY (account_id, endpoint_id)
);

-- The queue: an event leaves it when it was delivered or given up. A process that sends an event holds it until claimed_until.
CREATE TABLE webhook_deliveries (
  account_id      text COLLATE "C" NOT NULL,
  endpoint_id     text COLLATE "C" NOT NULL,
  trip_id         text COLLATE "C" NOT NULL,
  version         integer NOT NULL,
  queued_at       timestamptz(3) NOT NULL,
  attempts        smallint NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  claimed_until   timestamptz(3),
  PRIMARY KEY (account_id, endpoint_id, trip_id, version),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (account_id, endpoint_id, next_attempt_at);

-- What was sent and what came back, for the account's own people. `event` is the event's identifier.
CREATE TABLE webhook_attempts (
  account_id      text COLLATE "C" NOT NULL,
  endpoint_id     text COLLATE "C" NOT NULL,
  attempted_at    timestamptz(3) NOT NULL,
  attempt_id      text COLLATE "C" NOT NULL,
  event           text NOT NULL,
  attempt         smallint NOT NULL,
  response_status smallint,
  error           text,
  ms              integer NOT NULL,
  next_attempt_at timestamptz(3),
  PRIMARY KEY (account_id, endpoint_id, attempted_at, attempt_id),
  FOREIGN KEY (account_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);
-- For the sweep alone: rows come in the order of their time, so a summary of ranges is enough and costs writers nothing.
CREATE INDEX webhook_attempts_by_time ON webhook_attempts USING brin (attempted_at);

COMMENT ON TABLE webhook_attempts IS 'not in backups';
