export QUOTES_KEY='trip_live_…' # the restricted key

curl -s "$API/v1/trips?limit=1" -H "Authorization: Bearer $QUOTES_KEY"
