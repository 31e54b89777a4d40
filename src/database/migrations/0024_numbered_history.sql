-- Every change of a trip is an event. Changes made before this release have no number and are not events. Release 1.0 gives none,
-- so as long as it can come back a trigger does so for it.
ALTER TABLE trip_status_history ADD COLUMN event_number bigint;
CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_events AS e (account_id, last_number) VALUES (NEW.account_id, 1)
  ON CONFLICT (account_id) DO UPDATE SET last_number = e.last_number + 1
  RETURNING last_number INTO NEW.event_number;
  RETURN NEW;
END
$$;
CREATE TRIGGER number_event BEFORE INSERT ON trip_status_history FOR EACH ROW WHEN (NEW.event_number IS NULL)
  EXECUTE FUNCTION number_event();
