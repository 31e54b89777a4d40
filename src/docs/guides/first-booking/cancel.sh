curl -s -X POST "$API/v1/trips/$TRIP/cancel" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"reason": "Flight cancelled"}'
