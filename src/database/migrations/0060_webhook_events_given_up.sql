-- An event that was given up stays in the queue without a next attempt until something else is delivered, so that enabling the
-- endpoint can bring it.
ALTER TABLE webhook_deliveries ALTER COLUMN next_attempt_at DROP NOT NULL;
