curl -s -X POST "$API/v1/webhook-endpoints/$ENDPOINT/enable" \
  -H "Authorization: Bearer $API_KEY"
