-- What the role that serves needs beside the tables: row-level security holds for it, and it cannot change the audit log.
--
-- The functions run with the owner's privileges, so each restricts itself to the accounts of the statement that calls it.
-- Their bodies are bound to the tables here and now, whatever the caller's search_path.

-- What accounts see of each other: contractors of their drivers, and drivers of their contractors.
CREATE VIEW parties AS
  SELECT account_id, name, legal_name, registration_number, siren, address, phone FROM accounts;
COMMENT ON VIEW parties IS 'seen by other accounts';

-- With row-level security, PostgreSQL looks up an index only by operators that can leak nothing, such as =. These are not.
CREATE FUNCTION find_trips_by_words(query tsquery, before text, most integer) RETURNS TABLE (account_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER BEGIN ATOMIC
  SELECT found.account_id, found.trip_id
    FROM (SELECT s.account_id, s.trip_id FROM trip_search s WHERE s.words @@ query AND s.trip_id < before LIMIT most) AS found
   WHERE found.account_id = ANY (string_to_array(current_setting('trips.accounts', true), ','));
END;
CREATE FUNCTION find_riders_by_words(query tsquery, before text, most integer) RETURNS TABLE (account_id text, id text)
LANGUAGE sql STABLE SECURITY DEFINER BEGIN ATOMIC
  SELECT found.account_id, found.client_id
    FROM (SELECT s.account_id, s.client_id FROM rider_search s WHERE s.words @@ query AND s.client_id < before LIMIT most) AS found
   WHERE found.account_id = ANY (string_to_array(current_setting('trips.accounts', true), ','));
END;
CREATE FUNCTION find_riders_by_phone(wanted text) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER BEGIN ATOMIC
  SELECT array_agg(r.client_id) FROM riders r
   WHERE r.account_id = ANY (string_to_array(current_setting('trips.accounts', true), ','))
     AND r.phone IS NOT NULL AND comparable_phone(r.phone) COLLATE "C" = comparable_phone(wanted);
END;
CREATE FUNCTION find_riders_by_email(wanted text) RETURNS text[]
LANGUAGE sql STABLE SECURITY DEFINER BEGIN ATOMIC
  SELECT array_agg(r.client_id) FROM riders r
   WHERE r.account_id = ANY (string_to_array(current_setting('trips.accounts', true), ','))
     AND r.email IS NOT NULL AND lower(r.email) COLLATE "C" = lower(wanted);
END;

-- The audit log is append-only for the role that serves; only expired entries are deleted, a few at a time.
CREATE FUNCTION delete_expired_audit_entries(most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER BEGIN ATOMIC
  WITH deleted AS (
    DELETE FROM audit_log WHERE (account_id, recorded_at, entry_id) IN (
      SELECT account_id, recorded_at, entry_id FROM audit_log WHERE recorded_at < audit_kept_since() LIMIT most)
    RETURNING 1)
  SELECT count(*) FROM deleted;
END;

REVOKE EXECUTE ON FUNCTION find_trips_by_words, find_riders_by_words, find_riders_by_phone, find_riders_by_email,
  delete_expired_audit_entries FROM PUBLIC;
