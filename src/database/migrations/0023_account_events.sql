-- The number of each account's latest event. A statement that changes trips takes the next numbers under the lock of this row, which
-- it holds until it commits: so the numbers have no gaps, and a change becomes visible only after all that have lower ones.
CREATE TABLE account_events (
  account_id  text COLLATE "C" PRIMARY KEY,
  last_number bigint NOT NULL
) WITH (fillfactor = 50);
