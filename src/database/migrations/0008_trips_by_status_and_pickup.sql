-- outside a transaction
-- For lists by status, and by the time of pickup: each status and each day in the list's own order, newest creation first. What
-- else decides whether a trip is on the page is in the second one too, and the third counts what a range leaves of a day.
DROP INDEX CONCURRENTLY IF EXISTS trips_by_status;
CREATE INDEX CONCURRENTLY trips_by_status ON trips (account_id, status, created_at DESC, trip_id DESC);
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup_day;
CREATE INDEX CONCURRENTLY trips_by_pickup_day ON trips (account_id, utc_day(scheduled_at), created_at DESC, trip_id DESC)
  INCLUDE (scheduled_at, status);
DROP INDEX CONCURRENTLY IF EXISTS trips_by_pickup_time;
CREATE INDEX CONCURRENTLY trips_by_pickup_time ON trips (account_id, scheduled_at) INCLUDE (status);
