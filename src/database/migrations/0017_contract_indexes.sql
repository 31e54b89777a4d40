-- outside a transaction
-- contract: unused since 1.1
-- Lists use the indexes of migration 0015.
DROP INDEX CONCURRENTLY IF EXISTS trips_newest_first;
DROP INDEX CONCURRENTLY IF EXISTS trips_by_status;
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup_day;
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup_time;
DROP INDEX CONCURRENTLY IF EXISTS trips_made_after_pickup;
