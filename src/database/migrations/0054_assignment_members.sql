-- The same for who assigned or removed a driver.
ALTER TABLE trip_assignments ADD COLUMN member_email text;
