-- The same as erase_riders, which a Citus cluster cannot run: it does not plan an INSERT from a SELECT with the parameters of an
-- SQL function, but with those of PL/pgSQL. After a restore, which no cluster does, erase_riders stays in use.
CREATE FUNCTION forget_riders(account text, erased text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE riders
     SET first_name = 'Erased', last_name = 'rider', phone = NULL, email = 'erased@rider.invalid', company_name = NULL, type = NULL,
         address = NULL, city = NULL, country = NULL, postal_code = NULL, erased_at = now()
   WHERE account_id = account AND client_id = ANY (erased);
  INSERT INTO rider_search (account_id, client_id, words, trips_after)
  SELECT account_id, client_id, '', '' FROM riders WHERE account_id = account AND client_id = ANY (erased)
  ON CONFLICT (account_id, client_id) DO UPDATE SET words = excluded.words, trips_after = excluded.trips_after;
END $$;
