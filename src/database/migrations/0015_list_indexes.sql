-- outside a transaction
-- For lists. By pickup time, total and page come from the index alone. The other two have the list's order backwards: new trips
-- then go to the end of their account's entries, where PostgreSQL splits pages without leaving them half empty.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup;
CREATE INDEX CONCURRENTLY trips_by_pickup ON trips (account_id, scheduled_at) INCLUDE (created_at, trip_id, status);
DROP INDEX CONCURRENTLY IF EXISTS trips_by_creation;
CREATE INDEX CONCURRENTLY trips_by_creation ON trips (account_id, created_at, trip_id);
DROP INDEX CONCURRENTLY IF EXISTS trips_by_status_and_creation;
CREATE INDEX CONCURRENTLY trips_by_status_and_creation ON trips (account_id, status, created_at, trip_id);
