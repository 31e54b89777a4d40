-- The same for a pricing scheme. The default is never retired.
ALTER TABLE pricing_schemes ADD COLUMN retired_at timestamptz(3);
