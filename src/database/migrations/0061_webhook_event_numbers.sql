-- An event that was requested again may be newer than queued_number. It waits until the events before it were queued. What waits
-- already was queued in order.
ALTER TABLE webhook_deliveries ADD COLUMN event_number bigint NOT NULL DEFAULT 0;
