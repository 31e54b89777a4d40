-- Other rates for parts of the week, the first that fits counting:
-- [{name, days: [1..7, Monday first], fromMinute, toMinute, rates: {"TRIP": {…}, "AVAILABILITY": {…}}}]
-- Minutes are of the day in the scheme's time zone; a window that ends at or before its beginning runs over midnight.

ALTER TABLE pricing_schemes ADD COLUMN windows jsonb NOT NULL DEFAULT '[]';
