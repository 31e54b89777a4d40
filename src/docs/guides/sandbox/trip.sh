export TRIP='…' # the _id of your booking
