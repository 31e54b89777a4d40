-- outside a transaction
-- For the sweep. Keys are written in the order in which they expire, so a summary of block ranges is enough and costs writers
-- next to nothing.
DROP INDEX CONCURRENTLY IF EXISTS idempotency_keys_by_age;
CREATE INDEX CONCURRENTLY idempotency_keys_by_age ON idempotency_keys USING brin (expires_at) WITH (pages_per_range = 32);
