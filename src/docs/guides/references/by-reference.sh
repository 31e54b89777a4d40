export REFERENCE='…' # the reference of the trip
typed=$(echo "$REFERENCE" | tr -d '-' | tr 'A-Z' 'a-z')

curl -s "$API/v1/trips?reference=$typed" -H "Authorization: Bearer $API_KEY"
