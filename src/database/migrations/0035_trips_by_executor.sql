-- outside a transaction
-- For the rides that contractors assigned to a driver. A new booking has no entry.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_executor;
CREATE INDEX CONCURRENTLY trips_by_executor ON trips (executor_id, scheduled_at, trip_id)
  WHERE executor_id IS NOT NULL AND executor_id <> account_id;
