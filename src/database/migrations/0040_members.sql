-- Several people of an account sign in, each with their own password, role and second factor.
--
-- Release 1.0 knows one owner per account and would take anybody's session or invitation for the owner's. So the new release has
-- tables of its own, and as long as 1.0 can come back, triggers keep `owners` in step: it holds the first owner without a second
-- factor, which 1.0 would not ask for.

-- A member has accepted an invitation: there is always a password. E-mail addresses are stored in lower case, so that they are
-- unique however they are typed. One that the member entered is not proven until a link is followed: an invitation to drive for
-- somebody counts only at a proven address. A member has a second factor if there is a secret. A code of the step totp_used_step or of an
-- earlier one is refused: nobody can use it again.
CREATE TABLE members (
  account_id     text COLLATE "C" NOT NULL REFERENCES accounts,
  member_id      text COLLATE "C" NOT NULL,
  email          text COLLATE "C" NOT NULL UNIQUE CHECK (email = lower(email)),
  email_proven   boolean NOT NULL DEFAULT true,
  name           text NOT NULL,
  role           text NOT NULL CHECK (role IN ('OWNER', 'DISPATCHER', 'VIEWER')),
  language       text NOT NULL CHECK (language IN ('en', 'fr')),
  password_hash  text NOT NULL,
  totp_secret    text,
  totp_used_step bigint,
  created_at     timestamptz(3) NOT NULL,
  changed_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, member_id)
);

-- A used code is deleted.
CREATE TABLE member_recovery_codes (
  account_id  text COLLATE "C" NOT NULL,
  member_id   text COLLATE "C" NOT NULL,
  code_sha256 bytea NOT NULL,
  PRIMARY KEY (account_id, member_id, code_sha256),
  FOREIGN KEY (account_id, member_id) REFERENCES members ON DELETE CASCADE
);

-- Invitations and sessions are found by the token that their holder presents; only its SHA-256 is stored. A used or replaced
-- invitation has its used_at; it stays until it expires. One with a member_id sets that member's password and nothing else.
CREATE TABLE member_invitations (
  account_id    text COLLATE "C" NOT NULL REFERENCES accounts,
  invitation_id text COLLATE "C" NOT NULL,
  member_id     text COLLATE "C",
  token_sha256  bytea NOT NULL UNIQUE,
  email         text COLLATE "C" NOT NULL,
  name          text NOT NULL,
  role          text NOT NULL CHECK (role IN ('OWNER', 'DISPATCHER', 'VIEWER')),
  created_at    timestamptz(3) NOT NULL,
  expires_at    timestamptz(3) NOT NULL,
  used_at       timestamptz(3),
  PRIMARY KEY (account_id, invitation_id),
  FOREIGN KEY (account_id, member_id) REFERENCES members ON DELETE CASCADE
);

-- confirmed_at: when the member last entered the password (and the second factor). A session with pending_until is not one yet:
-- the password was right, and the second factor has to follow by then.
CREATE TABLE member_sessions (
  account_id    text COLLATE "C" NOT NULL,
  member_id     text COLLATE "C" NOT NULL,
  session_id    text COLLATE "C" NOT NULL,
  token_sha256  bytea NOT NULL UNIQUE,
  created_at    timestamptz(3) NOT NULL,
  seen_at       timestamptz(3) NOT NULL,
  confirmed_at  timestamptz(3) NOT NULL,
  pending_until timestamptz(3),
  user_agent    text NOT NULL,
  address       text NOT NULL,
  PRIMARY KEY (account_id, member_id, session_id),
  FOREIGN KEY (account_id, member_id) REFERENCES members ON DELETE CASCADE
);

-- Browsers in which a member has signed in before: guesses of strangers do not lock the member out of them.
CREATE TABLE member_browsers (
  account_id   text COLLATE "C" NOT NULL,
  member_id    text COLLATE "C" NOT NULL,
  token_sha256 bytea NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, member_id, token_sha256),
  FOREIGN KEY (account_id, member_id) REFERENCES members ON DELETE CASCADE
);

-- What was ended must not come back with a backup. The rows of `owners` follow from those of `members`.
COMMENT ON TABLE member_invitations IS 'not in backups';
COMMENT ON TABLE member_sessions IS 'not in backups';
COMMENT ON TABLE member_browsers IS 'not in backups';
COMMENT ON TABLE owners IS 'not in backups';

CREATE FUNCTION owner_for_1_0(wanted text) RETURNS SETOF members LANGUAGE sql STABLE AS $$
  SELECT * FROM members WHERE account_id = wanted AND role = 'OWNER' AND totp_secret IS NULL ORDER BY created_at, member_id LIMIT 1
$$;

-- What 1.0 writes. The identifier of the first member is that of the account: it needs no other.
CREATE FUNCTION mirror_owner() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  mirrored text;
BEGIN
  SELECT member_id INTO mirrored FROM owner_for_1_0(NEW.account_id);
  IF mirrored IS NULL THEN
    INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
    VALUES (NEW.account_id, NEW.account_id, NEW.email, '', 'OWNER', 'en', NEW.password_hash, NEW.created_at, NEW.changed_at);
  ELSE
    UPDATE members SET email = NEW.email, password_hash = NEW.password_hash, changed_at = NEW.changed_at
     WHERE account_id = NEW.account_id AND member_id = mirrored;
    DELETE FROM member_sessions WHERE account_id = NEW.account_id AND member_id = mirrored;
    DELETE FROM member_browsers WHERE account_id = NEW.account_id AND member_id = mirrored;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER mirror_owner AFTER INSERT OR UPDATE ON owners FOR EACH ROW WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION mirror_owner();

-- What the new release writes. A changed password ends the sessions of 1.0 too.
CREATE FUNCTION mirror_member() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  account text := coalesce(NEW.account_id, OLD.account_id);
  is_changed boolean;
BEGIN
  SELECT count(*) = 0 INTO is_changed
    FROM owners o JOIN owner_for_1_0(account) m USING (account_id, email, password_hash) WHERE o.account_id = account;
  IF is_changed THEN
    DELETE FROM owners WHERE account_id = account;
    DELETE FROM sessions WHERE account_id = account;
    DELETE FROM known_browsers WHERE account_id = account;
    DELETE FROM invitations WHERE account_id = account;
    INSERT INTO owners SELECT account_id, email, password_hash, created_at, changed_at FROM owner_for_1_0(account);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER mirror_member AFTER INSERT OR UPDATE OR DELETE ON members FOR EACH ROW WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION mirror_member();

-- After a restore: a backup of 1.0 has owners, a newer one has members, and triggers may have been off.
CREATE FUNCTION pair_owners_with_members() RETURNS void LANGUAGE sql AS $$
  INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
  SELECT account_id, account_id, email, '', 'OWNER', 'en', password_hash, created_at, changed_at FROM owners o
   WHERE NOT EXISTS (SELECT FROM members m WHERE m.account_id = o.account_id);
  INSERT INTO owners
  SELECT m.account_id, m.email, m.password_hash, m.created_at, m.changed_at
    FROM accounts a CROSS JOIN LATERAL owner_for_1_0(a.account_id) m
  ON CONFLICT DO NOTHING;
$$;
