-- contract: unused since 1.1
-- An entry is written by the statement that writes its trip, and trips are never deleted; `trips check` looks for strays.
ALTER TABLE trip_status_history DROP CONSTRAINT trip_status_history_account_id_trip_id_fkey;
