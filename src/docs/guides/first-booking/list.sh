curl -s "$API/v1/trips?status=CONFIRMED&limit=20" -H "Authorization: Bearer $API_KEY"
