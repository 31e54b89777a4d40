-- The owners there are become members. The triggers are there already, so an owner who joins meanwhile is not lost.
INSERT INTO members (account_id, member_id, email, name, role, language, password_hash, created_at, changed_at)
SELECT account_id, account_id, email, '', 'OWNER', 'en', password_hash, created_at, changed_at FROM owners
ON CONFLICT DO NOTHING;
