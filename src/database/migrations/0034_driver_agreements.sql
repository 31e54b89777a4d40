-- Drivers who agreed to drive for a contractor. An invitation names an e-mail address; the driver who signs in with it answers.
-- Only an agreement shows the contractor the driver's business details.
CREATE TABLE driver_agreements (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  email      text COLLATE "C" NOT NULL CHECK (email = lower(email)),
  driver_id  text COLLATE "C" REFERENCES accounts,
  status     text NOT NULL CHECK (status IN ('INVITED', 'AGREED', 'DECLINED', 'ENDED')),
  invited_at timestamptz(3) NOT NULL,
  decided_at timestamptz(3),
  PRIMARY KEY (account_id, email)
);
CREATE INDEX driver_agreements_by_email ON driver_agreements (email);
CREATE INDEX driver_agreements_by_driver ON driver_agreements (driver_id) WHERE driver_id IS NOT NULL;
