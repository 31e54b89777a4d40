-- Accounts and what belongs to them.
--
-- Every table that an account owns has account_id first in its primary key, and every reference between such tables
-- carries it too, so that no row can ever point at another account's. Identifiers are ObjectIds as 24 hex characters,
-- compared byte by byte (COLLATE "C"), whatever the database's language.

CREATE TABLE accounts (
  account_id text COLLATE "C" PRIMARY KEY,
  name       text NOT NULL,
  role       text NOT NULL CHECK (role IN ('DRIVER', 'CONTRACTOR')),
  api_tier   text NOT NULL,
  vat_exempt boolean NOT NULL,
  created_at timestamptz(3) NOT NULL
);

-- Found by key_id alone, before it is known whose key it is. lifetime_seconds is what the owner chose at issue; a rotated
-- key's expires_at comes earlier than that, and its successor is given the same lifetime again.
CREATE TABLE api_keys (
  key_id           text COLLATE "C" PRIMARY KEY,
  account_id       text COLLATE "C" NOT NULL REFERENCES accounts,
  secret_sha256    bytea NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  lifetime_seconds bigint,
  expires_at       timestamptz(3),
  revoked_at       timestamptz(3),
  last_used_at     timestamptz(3)
);
CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at);

-- The platform's vehicle categories, the same for every account. The multiplier is kept in thousandths: prices are
-- computed on integers.
CREATE TABLE service_tiers (
  service_tier_id        text COLLATE "C" PRIMARY KEY,
  name                   text NOT NULL UNIQUE,
  multiplier_thousandths integer NOT NULL CHECK (multiplier_thousandths > 0),
  created_at             timestamptz(3) NOT NULL
);

-- rates: {"TRIP": {baseCents, perKmCents, perMinuteCents, minimumCents}, "AVAILABILITY": {…}}
CREATE TABLE pricing_schemes (
  account_id        text COLLATE "C" NOT NULL REFERENCES accounts,
  pricing_scheme_id text COLLATE "C" NOT NULL,
  name              text NOT NULL,
  is_default        boolean NOT NULL,
  time_zone         text NOT NULL,
  rates             jsonb NOT NULL,
  created_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, pricing_scheme_id)
);
CREATE UNIQUE INDEX one_default_pricing_scheme ON pricing_schemes (account_id) WHERE is_default;

CREATE TABLE vehicles (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  vehicle_id text COLLATE "C" NOT NULL,
  name       text NOT NULL,
  plate      text,
  seats      integer CHECK (seats > 0),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, vehicle_id)
);

-- Callers know riders as clients.
CREATE TABLE riders (
  account_id   text COLLATE "C" NOT NULL REFERENCES accounts,
  client_id    text COLLATE "C" NOT NULL,
  first_name   text NOT NULL,
  last_name    text NOT NULL,
  phone        text,
  email        text,
  company_name text,
  type         text CHECK (type IN ('PERSONAL', 'BUSINESS')),
  address      text,
  city         text,
  country      text,
  postal_code  text,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, client_id),
  CHECK (phone IS NOT NULL OR email IS NOT NULL)
);
