-- contract: old_secrets has replaced them before any release used them
ALTER TABLE webhook_endpoints DROP COLUMN previous_secret, DROP COLUMN previous_secret_until;
