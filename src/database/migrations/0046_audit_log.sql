-- Who did what, when and from where, for the owners of an account and for the operator. There are no references, so that an entry
-- outlives what it is about and writing it locks nothing. The time is the database's own.
CREATE TABLE audit_log (
  account_id  text COLLATE "C" NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT now(),
  entry_id    text COLLATE "C" NOT NULL,
  actor       text NOT NULL CHECK (actor IN ('MEMBER', 'KEY', 'OPERATOR', 'STRANGER')),
  actor_id    text COLLATE "C",
  actor_name  text,
  address     text,
  action      text NOT NULL,
  subject     json NOT NULL,
  PRIMARY KEY (account_id, recorded_at, entry_id)
);
-- For the sweep alone: rows come in the order of their time, so a summary of ranges is enough and costs writers nothing.
CREATE INDEX audit_log_by_time ON audit_log USING brin (recorded_at);

-- A restore adds the entries of the backup to those that are there, and removes none.
COMMENT ON TABLE audit_log IS 'append-only';

CREATE FUNCTION audit_kept_since() RETURNS timestamptz LANGUAGE sql STABLE AS $$ SELECT now() - interval '12 months' $$;

-- Entries are added and never changed; only the sweep of expired ones is let through.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.recorded_at < audit_kept_since() THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
