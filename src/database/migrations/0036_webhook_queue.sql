-- An event that was given up stays in the queue without a next attempt until something else is delivered, so that enabling the
-- endpoint can bring it. An event that was requested again may be newer than queued_number; it waits until the events before it
-- were queued. What waits already was queued in order.
ALTER TABLE webhook_deliveries
  ALTER COLUMN next_attempt_at DROP NOT NULL,
  ADD COLUMN event_number bigint NOT NULL DEFAULT 0;
