curl -s "$API/v1/webhook-endpoints/$ENDPOINT/rotate-secret" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"overlapSeconds": 3600}'
