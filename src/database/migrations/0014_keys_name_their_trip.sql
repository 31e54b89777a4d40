-- The response to a booking is the trip's stored text with a little around it. A key that names its trip need not store it again.
-- Release 1.0 does not know that, so as long as it can come back stored_response() keeps the response; then it is replaced by one
-- that keeps nothing.
ALTER TABLE idempotency_keys
  ADD COLUMN trip_id text COLLATE "C",
  ALTER COLUMN response_body DROP NOT NULL;
CREATE FUNCTION stored_response(body text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT body $$;
