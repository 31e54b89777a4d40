-- contract: unused since 1.1
-- Lists count by trip_status_counts, and a trip's account and executor are implied by its rider and its assignments. The counts
-- move over while nobody can change a trip. The view comes first, because lists lock it before they lock trips.
CREATE OR REPLACE VIEW trip_totals AS SELECT account_id, status, trips FROM trip_status_counts;
ALTER TABLE trips
  DROP CONSTRAINT trips_account_id_fkey,
  DROP CONSTRAINT trips_executor_id_fkey;
DROP TRIGGER forget_fixed_members ON trips;
DROP TRIGGER count_new_trips ON trips;
DROP TRIGGER count_changed_trips ON trips;
DROP TRIGGER count_gone_trips ON trips;
DROP TRIGGER count_no_trips ON trips;
DELETE FROM trip_status_counts;
INSERT INTO trip_status_counts (account_id, status, slot, trips)
SELECT account_id, status, 0, sum(trips)
  FROM (SELECT account_id, status, trips FROM trip_counts WHERE span = 'ALL'
        UNION ALL
        SELECT account_id, status, trips FROM trip_count_changes) AS counted
 GROUP BY account_id, status HAVING sum(trips) <> 0;
DROP FUNCTION fold_count_changes(integer);
DROP TABLE trip_counts;
DROP TABLE trip_count_changes;
DROP FUNCTION forget_fixed_members;
DROP FUNCTION count_new_trips;
DROP FUNCTION count_changed_trips;
DROP FUNCTION count_gone_trips;
DROP FUNCTION count_no_trips;

-- Counts anew, after a restore. The caller holds trips locked against writers.
CREATE OR REPLACE FUNCTION recount_trips() RETURNS void LANGUAGE sql AS $$
  DELETE FROM trip_status_counts;
  INSERT INTO trip_status_counts (account_id, status, slot, trips)
  SELECT account_id, status, 0, count(*) FROM trips GROUP BY account_id, status;
$$;
