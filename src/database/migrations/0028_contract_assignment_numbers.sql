-- contract: unused since 1.1
DROP TRIGGER number_event ON trip_assignments;
DROP FUNCTION number_event();
