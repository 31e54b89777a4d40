curl -s "$API/v1/trips" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Idempotency-Key: five-minutes-1' \
  -H 'Content-Type: application/json' \
  -d '{
    "pickup": {"address": "Gare de Lyon, Paris", "lat": 48.8443, "lng": 2.3744},
    "dropoff": {"address": "Aéroport CDG Terminal 2E", "lat": 49.0035, "lng": 2.5745},
    "scheduledAt": "{{pickup}}",
    "price": 80.71,
    "serviceTierId": "'$SERVICE_TIER'",
    "client": {"firstName": "Ada", "lastName": "Lovelace", "phone": "+33612345678"}
  }'
