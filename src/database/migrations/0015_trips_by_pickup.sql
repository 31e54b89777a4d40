-- outside a transaction
-- For lists by pickup time: total and page come from this index alone.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup;
CREATE INDEX CONCURRENTLY trips_by_pickup ON trips (account_id, scheduled_at) INCLUDE (created_at, trip_id, status);
