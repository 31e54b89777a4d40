export NEW_KEY='trip_live_…' # the new key

for key in "$API_KEY" "$NEW_KEY"; do
  curl -s -o /dev/null -w '%{http_code}\n' "$API/v1/trips?limit=1" -H "Authorization: Bearer $key"
done
