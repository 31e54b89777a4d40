-- By which rule the words in an account's index were made: when the rule changes, the job writes all of them again. It has the trips and
-- riders of that version up to words_trips and words_riders, and all of them where it is null. They replace trips_after and
-- riders_after, which the release before goes on with: with its own rule, it must not take part in the rewrite.
ALTER TABLE search_progress
  ADD COLUMN words_version integer NOT NULL DEFAULT 1,
  ADD COLUMN words_trips text COLLATE "C" DEFAULT '',
  ADD COLUMN words_riders text COLLATE "C" DEFAULT '';
