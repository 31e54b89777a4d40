-- Trips. Money is in cents; price_ht_cents and the VAT amount always sum to price_cents, so the latter is not stored.
-- version counts the changes of a trip: a change made from an outdated reading can be told and refused.

CREATE TABLE trips (
  account_id                 text COLLATE "C" NOT NULL REFERENCES accounts,
  trip_id                    text COLLATE "C" NOT NULL,
  version                    integer NOT NULL,
  status                     text NOT NULL
    CHECK (status IN ('CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED', 'CANCELLED')),
  is_paid                    boolean NOT NULL,
  executor_id                text COLLATE "C" REFERENCES accounts,
  client_id                  text COLLATE "C" NOT NULL,
  vehicle_id                 text COLLATE "C",
  service_tier_id            text COLLATE "C" REFERENCES service_tiers,
  pricing_scheme_id          text COLLATE "C",
  trip_type                  text NOT NULL CHECK (trip_type IN ('TRIP', 'AVAILABILITY')),
  scheduled_at               timestamptz(3) NOT NULL,
  price_cents                bigint NOT NULL CHECK (price_cents >= 0),
  price_ht_cents             bigint NOT NULL CHECK (price_ht_cents BETWEEN 0 AND price_cents),
  vat_rate                   integer NOT NULL CHECK (vat_rate IN (0, 10, 20)),
  pax_number                 integer NOT NULL CHECK (pax_number BETWEEN 1 AND 20),
  pickup_address             text NOT NULL,
  pickup_lat                 double precision NOT NULL,
  pickup_lng                 double precision NOT NULL,
  destination_address        text NOT NULL,
  destination_lat            double precision NOT NULL,
  destination_lng            double precision NOT NULL,
  note                       text,
  estimated_distance_km      double precision,
  estimated_duration_minutes double precision,
  created_at                 timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, trip_id),
  FOREIGN KEY (account_id, client_id) REFERENCES riders,
  FOREIGN KEY (account_id, vehicle_id) REFERENCES vehicles,
  FOREIGN KEY (account_id, pricing_scheme_id) REFERENCES pricing_schemes
);

-- The list's order: newest creation first.
CREATE INDEX trips_newest_first ON trips (account_id, created_at DESC, trip_id DESC);

-- One row a status a trip has had; version is the trip's own when it got there, so a trip has one history.
CREATE TABLE trip_status_history (
  account_id text COLLATE "C" NOT NULL,
  trip_id    text COLLATE "C" NOT NULL,
  version    integer NOT NULL,
  status     text NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  changed_by text NOT NULL CHECK (changed_by IN ('API', 'DASHBOARD', 'OPERATOR')),
  PRIMARY KEY (account_id, trip_id, version),
  FOREIGN KEY (account_id, trip_id) REFERENCES trips
);
