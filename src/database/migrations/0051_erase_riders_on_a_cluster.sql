-- Citus does not plan an INSERT from a SELECT with the parameters of an SQL function; with those of PL/pgSQL it does.
CREATE OR REPLACE FUNCTION erase_riders(account text, erased text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE riders
     SET first_name = 'Erased', last_name = 'rider', phone = NULL, email = 'erased@rider.invalid', company_name = NULL, type = NULL,
         address = NULL, city = NULL, country = NULL, postal_code = NULL, erased_at = now()
   WHERE account_id = account AND client_id = ANY (erased);
  INSERT INTO rider_search (account_id, client_id, words, trips_after)
  SELECT account_id, client_id, '', '' FROM riders WHERE account_id = account AND client_id = ANY (erased)
  ON CONFLICT (account_id, client_id) DO UPDATE SET words = excluded.words, trips_after = excluded.trips_after;
END $$;
