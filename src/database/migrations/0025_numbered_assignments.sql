-- The same for assignments.
ALTER TABLE trip_assignments ADD COLUMN event_number bigint;
CREATE TRIGGER number_event BEFORE INSERT ON trip_assignments FOR EACH ROW WHEN (NEW.event_number IS NULL)
  EXECUTE FUNCTION number_event();
