import type pg from 'pg';
import { ACCOUNT_PREFIX } from './accounts.ts';
import { RIDER_PREFIX, TRIP_PREFIX } from './statement.ts';

/**
 * The least that a booking has to store: a trip, its rider, a history entry and the record of its key, with primary keys and the
 * one index that a list needs. Written down once and never adjusted to the service's schema, so that the service cannot come
 * closer to this limit by making its own rows larger.
 */
const TABLES = `
  CREATE SCHEMA lean
    CREATE TABLE riders (
      account_id text COLLATE "C", rider_id text COLLATE "C",
      first_name text, last_name text, phone text, created_at timestamptz,
      PRIMARY KEY (account_id, rider_id))
    CREATE TABLE trips (
      account_id text COLLATE "C", trip_id text COLLATE "C", rider_id text COLLATE "C",
      version int, status text, scheduled_at timestamptz, price_cents bigint,
      pickup_address text, pickup_lat float8, pickup_lng float8,
      destination_address text, destination_lat float8, destination_lng float8, created_at timestamptz,
      PRIMARY KEY (account_id, trip_id))
    CREATE INDEX trips_by_creation ON trips (account_id, created_at, trip_id)
    CREATE TABLE history (
      account_id text COLLATE "C", trip_id text COLLATE "C", version int,
      status text, changed_at timestamptz, changed_by text,
      PRIMARY KEY (account_id, trip_id, version))
    CREATE TABLE keys (
      account_id text COLLATE "C", idempotency_key text COLLATE "C",
      fingerprint bytea, trip_id text COLLATE "C", expires_at timestamptz,
      PRIMARY KEY (account_id, idempotency_key))`;

export const makeLeanTables = (client: pg.Client) => client.query(TABLES);

const ACCOUNT = `'${ACCOUNT_PREFIX}' || :account`;
const TRIP = `'${TRIP_PREFIX}' || :serial`;
const RIDER = `'${RIDER_PREFIX}' || :serial`;

/** The texts are those of the bookings that the service gets, and as long. */
export const LEAN_BOOKING = `
  WITH rider AS (
    INSERT INTO lean.riders VALUES (${ACCOUNT}, ${RIDER}, 'Ada', 'Lovelace', '+33612345678', now())
  ), trip AS (
    INSERT INTO lean.trips VALUES (
      ${ACCOUNT}, ${TRIP}, ${RIDER}, 1, 'CONFIRMED', now() + :minutes::int * interval '1 minute', 6600,
      '10 Rue de Rivoli, 75004 Paris', 48.8556, 2.3601, 'Aéroport CDG, Terminal 2E', 49.0047, 2.5711, now())
  ), history AS (
    INSERT INTO lean.history VALUES (${ACCOUNT}, ${TRIP}, 1, 'CONFIRMED', now(), 'API')
  )
  INSERT INTO lean.keys VALUES (
    ${ACCOUNT}, :key::text || :key::text, decode(repeat('5f', 32), 'hex'), ${TRIP}, now() + interval '1 day')`;
