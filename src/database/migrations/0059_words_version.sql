-- By which rule the words in an account's index were made. When the rule changes, the job writes all of them again.
ALTER TABLE search_progress ADD COLUMN words_version integer NOT NULL DEFAULT 1;
