curl -s -X POST "$API/v1/webhook-endpoints/$ENDPOINT/test" \
  -H "Authorization: Bearer $API_KEY"
