-- The partner's own order number, and their own data: JSON as text, so that it keeps its order.
ALTER TABLE trips ADD COLUMN external_reference text, ADD COLUMN metadata text;
