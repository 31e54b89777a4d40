curl -s "$API/v1/webhook-endpoints" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"url": "http://127.0.0.1:4000/", "description": "Order system"}'
