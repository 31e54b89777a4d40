-- The service checks a member's language against the languages that it has, so that a release can add one.
ALTER TABLE members DROP CONSTRAINT members_language_check;
