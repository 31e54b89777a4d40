curl -s "$API/v1/webhook-endpoints/$ENDPOINT/deliveries?limit=1" \
  -H "Authorization: Bearer $API_KEY"
