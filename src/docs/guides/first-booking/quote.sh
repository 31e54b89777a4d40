curl -s "$API/v1/quotes" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "pickup": "Gare de Lyon, Paris",
    "dropoff": "Aéroport CDG Terminal 2E",
    "serviceTierId": "'$SERVICE_TIER'",
    "scheduledAt": "{{pickup}}"
  }'
