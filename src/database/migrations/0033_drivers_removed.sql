-- A driver can be removed from a trip, and can decline it with a reason.
ALTER TABLE trip_assignments ALTER COLUMN executor_id DROP NOT NULL, ADD COLUMN reason text;
