-- outside a transaction
-- For the feed of an account's events. The two smaller ones are for feeds of one type; a booking has no entry in them.
DROP INDEX CONCURRENTLY IF EXISTS history_by_event;
CREATE INDEX CONCURRENTLY history_by_event ON trip_status_history (account_id, event_number);
DROP INDEX CONCURRENTLY IF EXISTS assignments_by_event;
CREATE INDEX CONCURRENTLY assignments_by_event ON trip_assignments (account_id, event_number);
DROP INDEX CONCURRENTLY IF EXISTS cancellations_by_event;
CREATE INDEX CONCURRENTLY cancellations_by_event ON trip_status_history (account_id, event_number) WHERE status = 'CANCELLED';
DROP INDEX CONCURRENTLY IF EXISTS steps_by_event;
CREATE INDEX CONCURRENTLY steps_by_event ON trip_status_history (account_id, event_number)
  WHERE version > 1 AND status <> 'CANCELLED';
