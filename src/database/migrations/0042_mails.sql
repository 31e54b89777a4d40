-- Mails that wait to be sent. A mail leaves the table when the mail server has accepted it or when it is given up, so a row has
-- its text, with the link in it, for seconds. next_attempt_at lies ahead while a process sends the mail.
CREATE TABLE mails (
  account_id      text COLLATE "C" NOT NULL REFERENCES accounts,
  mail_id         text COLLATE "C" NOT NULL,
  kind            text NOT NULL,
  recipient       text NOT NULL,
  subject         text NOT NULL,
  body            text NOT NULL,
  attempts        smallint NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  expires_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, mail_id)
);
CREATE INDEX mails_by_time ON mails (next_attempt_at);

COMMENT ON TABLE mails IS 'not in backups';
