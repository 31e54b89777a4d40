-- outside a transaction
-- For the page that tells a driver that a ride is no longer theirs. The operator can assign rides without an agreement
-- with the contractor, so the driver's contractors do not tell where to look.
DROP INDEX CONCURRENTLY IF EXISTS assignments_by_driver;
CREATE INDEX CONCURRENTLY assignments_by_driver ON trip_assignments (executor_id, trip_id)
  WHERE executor_id <> account_id;
