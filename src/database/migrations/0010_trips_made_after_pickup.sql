-- outside a transaction
-- For lists by the time of pickup: a trip that was made later than a moment has no pickup before it, so that days before need not be
-- looked at. The service books nothing else; whether somebody wrote such a trip by hand is told by this index, which is else empty.
DROP INDEX CONCURRENTLY IF EXISTS trips_made_after_pickup;
CREATE INDEX CONCURRENTLY trips_made_after_pickup ON trips (account_id) WHERE created_at > scheduled_at;
