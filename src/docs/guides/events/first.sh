curl -s "$API/v1/events?limit=1" -H "Authorization: Bearer $API_KEY"
