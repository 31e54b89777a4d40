-- Why a trip was cancelled, for the account's own people.
ALTER TABLE trip_status_history ADD COLUMN reason text;
