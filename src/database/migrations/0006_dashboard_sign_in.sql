-- Who signs in to the dashboard, and what a voucher says of an account.
--
-- An account has one owner. E-mail addresses are kept in lower case, so that they are unique however they are typed. There is no
-- owner before an invitation was accepted: a row here always has a password.

CREATE TABLE owners (
  account_id    text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  email         text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  created_at    timestamptz(3) NOT NULL,
  changed_at    timestamptz(3) NOT NULL
);

-- Found by what their holder brings, before it is known whose they are; of each token there is only a SHA-256. A used or
-- replaced invitation has its used_at; it stays until its time is over.
CREATE TABLE invitations (
  token_sha256 bytea PRIMARY KEY,
  account_id   text COLLATE "C" NOT NULL REFERENCES accounts,
  email        text COLLATE "C" NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL,
  used_at      timestamptz(3)
);
CREATE INDEX invitations_of_account ON invitations (account_id);

CREATE TABLE sessions (
  token_sha256 bytea PRIMARY KEY,
  account_id   text COLLATE "C" NOT NULL REFERENCES accounts,
  created_at   timestamptz(3) NOT NULL,
  seen_at      timestamptz(3) NOT NULL
);
CREATE INDEX sessions_of_account ON sessions (account_id, created_at);

-- Browsers in which an owner has signed in before: they are not stopped by what strangers try with the owner's e-mail address.
CREATE TABLE known_browsers (
  token_sha256 bytea PRIMARY KEY,
  account_id   text COLLATE "C" NOT NULL REFERENCES accounts,
  created_at   timestamptz(3) NOT NULL
);
CREATE INDEX known_browsers_of_account ON known_browsers (account_id, created_at);

-- What opens a door and was closed since must not come back with a backup.
COMMENT ON TABLE invitations IS 'not in backups';
COMMENT ON TABLE sessions IS 'not in backups';
COMMENT ON TABLE known_browsers IS 'not in backups';

ALTER TABLE accounts
  ADD COLUMN legal_name text,
  ADD COLUMN registration_number text,
  ADD COLUMN siren text,
  ADD COLUMN address text,
  ADD COLUMN phone text;
