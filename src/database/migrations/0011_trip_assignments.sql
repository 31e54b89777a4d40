-- Who was to drive a trip from when on, for its owner to read; version is the trip's own when it was assigned. What callers of the API
-- get as statusHistory tells statuses alone.
CREATE TABLE trip_assignments (
  account_id  text COLLATE "C" NOT NULL,
  trip_id     text COLLATE "C" NOT NULL,
  version     integer NOT NULL,
  executor_id text COLLATE "C" NOT NULL REFERENCES accounts,
  assigned_at timestamptz(3) NOT NULL,
  assigned_by text NOT NULL CHECK (assigned_by IN ('DASHBOARD', 'OPERATOR')),
  PRIMARY KEY (account_id, trip_id, version),
  FOREIGN KEY (account_id, trip_id) REFERENCES trips
);
