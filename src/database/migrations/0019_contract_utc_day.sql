-- contract: unused since 1.1
-- Only the index by day of pickup used it.
DROP FUNCTION utc_day(timestamptz);
