curl -s "$API/v1/trips/$TRIP" -H "Authorization: Bearer $API_KEY"
