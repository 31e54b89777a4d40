-- Erasing a rider: the row and the trips stay, so that counts and sums stay, and what says who somebody is or where they went goes.
-- The functions are here because a restore needs them too: it must not bring back who was erased since the backup.
ALTER TABLE riders ADD COLUMN erased_at timestamptz(3);

-- A tenth of a degree is about ten kilometres: the region stays, the door does not.
CREATE FUNCTION erased_coordinate(exact double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT round(exact::numeric, 1)::double precision
$$;
CREATE FUNCTION erased_place(place jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_build_object('address', 'Erased', 'lat', erased_coordinate((place->>'lat')::double precision),
                            'lng', erased_coordinate((place->>'lng')::double precision))
$$;
-- A trip as callers see it.
CREATE FUNCTION erased_trip(trip jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT trip || jsonb_build_object('pickupAddress', erased_place(trip->'pickupAddress'),
                                    'destinationAddress', erased_place(trip->'destinationAddress'),
                                    'note', NULL, 'metadata', '{}'::jsonb)
$$;
-- The same for a trip's stored text, which has no braces.
CREATE FUNCTION erased_members(members text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT substr(erased::text, 2, length(erased::text) - 2) FROM (SELECT erased_trip(('{' || members || '}')::jsonb) AS erased) AS e
$$;
CREATE FUNCTION without_note(members json) RETURNS json LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN members::jsonb ? 'note' THEN (members::jsonb || '{"note": null}')::json ELSE members END
$$;

CREATE FUNCTION erase_trips(account text, erased text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE trips
     SET pickup_address = 'Erased', pickup_lat = erased_coordinate(pickup_lat), pickup_lng = erased_coordinate(pickup_lng),
         destination_address = 'Erased', destination_lat = erased_coordinate(destination_lat),
         destination_lng = erased_coordinate(destination_lng), note = NULL, metadata = NULL,
         fixed_members = erased_members(fixed_members)
   WHERE account_id = account AND trip_id = ANY (erased);
  UPDATE trip_changes
     SET before = without_note(before), after = without_note(after), booked_members = erased_members(booked_members)
   WHERE account_id = account AND trip_id = ANY (erased);
  UPDATE trip_status_history SET reason = NULL WHERE account_id = account AND trip_id = ANY (erased) AND reason IS NOT NULL;
  UPDATE trip_assignments SET reason = NULL WHERE account_id = account AND trip_id = ANY (erased) AND reason IS NOT NULL;
  UPDATE idempotency_keys
     SET response_body = jsonb_set(response_body::jsonb, '{data}', erased_trip(response_body::jsonb->'data'))::text
   WHERE account_id = account AND trip_id = ANY (erased) AND response_body IS NOT NULL;
  UPDATE trip_search SET words = '' WHERE account_id = account AND trip_id = ANY (erased);
$$;

-- There must be a phone number or an e-mail address; nobody can have one at .invalid. The search indexes the riders anew.
CREATE FUNCTION erase_riders(account text, erased text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE riders
     SET first_name = 'Erased', last_name = 'rider', phone = NULL, email = 'erased@rider.invalid', company_name = NULL, type = NULL,
         address = NULL, city = NULL, country = NULL, postal_code = NULL, erased_at = now()
   WHERE account_id = account AND client_id = ANY (erased);
  INSERT INTO rider_search (account_id, client_id, words, trips_after)
  SELECT account_id, client_id, '', '' FROM riders WHERE account_id = account AND client_id = ANY (erased)
  ON CONFLICT (account_id, client_id) DO UPDATE SET words = excluded.words, trips_after = excluded.trips_after;
$$;

-- After a restore: the audit log, which a restore takes nothing from, knows who was erased.
CREATE FUNCTION erase_again() RETURNS void LANGUAGE sql AS $$
  SELECT erase_trips(account_id, array_agg(trip_id))
    FROM trips t
   WHERE EXISTS (SELECT FROM audit_log l WHERE l.account_id = t.account_id AND l.action = 'RIDER_ERASED'
                                           AND l.subject->>'riderId' = t.client_id)
     AND EXISTS (SELECT FROM riders r WHERE r.account_id = t.account_id AND r.client_id = t.client_id AND erased_at IS NULL)
   GROUP BY account_id;
  SELECT erase_riders(account_id, array_agg(client_id))
    FROM riders r
   WHERE erased_at IS NULL AND EXISTS (SELECT FROM audit_log l WHERE l.account_id = r.account_id AND l.action = 'RIDER_ERASED'
                                                                 AND l.subject->>'riderId' = r.client_id)
   GROUP BY account_id;
$$;
