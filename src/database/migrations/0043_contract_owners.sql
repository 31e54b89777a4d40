-- contract: unused since 1.1
-- Members replace the one owner of an account. The table of owners stays, empty: a backup of 1.0 has its rows, and they become
-- members when it is restored.
DROP TRIGGER mirror_member ON members;
DROP TRIGGER mirror_owner ON owners;
DROP FUNCTION mirror_member;
DROP FUNCTION mirror_owner;
DELETE FROM owners;
DROP TABLE sessions;
DROP TABLE known_browsers;
DROP TABLE invitations;

CREATE OR REPLACE FUNCTION pair_owners_with_members() RETURNS void LANGUAGE sql AS $$
  INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
  SELECT account_id, account_id, email, '', 'OWNER', 'en', password_hash, created_at, changed_at FROM owners o
   WHERE NOT EXISTS (SELECT FROM members m WHERE m.account_id = o.account_id);
  DELETE FROM owners;
$$;
DROP FUNCTION owner_for_1_0;
