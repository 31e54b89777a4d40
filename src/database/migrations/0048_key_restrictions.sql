-- What a key may do, and from where. Without them a key does everything, from everywhere.
ALTER TABLE api_keys ADD COLUMN scopes text[], ADD COLUMN networks text[];
