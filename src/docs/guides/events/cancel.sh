export TRIP='…' # the _id of your booking

curl -s -X POST "$API/v1/trips/$TRIP/cancel" -H "Authorization: Bearer $API_KEY"
