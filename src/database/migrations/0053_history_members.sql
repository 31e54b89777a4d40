-- Which member changed the status of a trip in the dashboard, for the account's own people. By e-mail address, because a removed
-- member can no longer be looked up.
ALTER TABLE trip_status_history ADD COLUMN member_email text;
