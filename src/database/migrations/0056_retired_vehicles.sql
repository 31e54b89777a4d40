-- When the owner took a vehicle out of service: trips keep it, new ones cannot name it.
ALTER TABLE vehicles ADD COLUMN retired_at timestamptz(3);
