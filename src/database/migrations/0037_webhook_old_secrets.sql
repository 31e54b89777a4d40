-- Every secret signs until the overlap of its own rotation ends: a second rotation does not cut the first one short. A list of
-- {secret, until}, newest first.
ALTER TABLE webhook_endpoints ADD COLUMN old_secrets jsonb NOT NULL DEFAULT '[]';
