-- outside a transaction
-- For lists by external reference. A trip without one has no entry.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_external_reference;
CREATE INDEX CONCURRENTLY trips_by_external_reference ON trips (account_id, external_reference, created_at, trip_id)
  WHERE external_reference IS NOT NULL;
