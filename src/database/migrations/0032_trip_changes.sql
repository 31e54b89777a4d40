-- What was changed of a trip besides its status and its driver: the members before and after, by their names in the code.
-- booked_members is the trip's text as it was booked, for replays of the booking; only the first change has it.
CREATE TABLE trip_changes (
  account_id     text COLLATE "C" NOT NULL,
  trip_id        text COLLATE "C" NOT NULL,
  version        integer NOT NULL,
  changed_at     timestamptz(3) NOT NULL,
  changed_by     text NOT NULL CHECK (changed_by IN ('API', 'DASHBOARD', 'OPERATOR')),
  event_number   bigint NOT NULL,
  before         json NOT NULL,
  after          json NOT NULL,
  booked_members text,
  PRIMARY KEY (account_id, trip_id, version),
  FOREIGN KEY (account_id, trip_id) REFERENCES trips
);
CREATE INDEX changes_by_event ON trip_changes (account_id, event_number);
