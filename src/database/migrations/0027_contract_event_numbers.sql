-- contract: unused since 1.1
DROP TRIGGER number_event ON trip_status_history;
