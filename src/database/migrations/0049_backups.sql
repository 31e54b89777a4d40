-- When a backup was made, so that the metrics tell how old the last one is. A restore empties the table: what is
-- in the database then is in no backup made from it.
CREATE TABLE backups (
  made_at timestamptz PRIMARY KEY
);
COMMENT ON TABLE backups IS 'not in backups';
