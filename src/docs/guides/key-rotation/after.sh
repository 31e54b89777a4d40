sleep 1
curl -s "$API/v1/trips?limit=1" -H "Authorization: Bearer $API_KEY"
