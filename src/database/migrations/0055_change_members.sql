-- The same for who updated a trip.
ALTER TABLE trip_changes ADD COLUMN member_email text;
