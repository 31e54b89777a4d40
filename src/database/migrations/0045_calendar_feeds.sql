-- The secret link under which an account's rides can be read as a calendar: one per account, stored as a hash.
CREATE TABLE calendar_feeds (
  account_id   text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  token_sha256 bytea NOT NULL UNIQUE,
  created_at   timestamptz(3) NOT NULL
);
-- A link that was renewed must not come back with a restore.
COMMENT ON TABLE calendar_feeds IS 'not in backups';
