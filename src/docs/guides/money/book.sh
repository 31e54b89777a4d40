curl -s "$API/v1/trips" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Idempotency-Key: order-4713' \
  -H 'Content-Type: application/json' \
  -d '{
    "pickup": {"address": "10 Rue de Rivoli, Paris", "lat": 48.8556, "lng": 2.3601},
    "dropoff": {"address": "Aéroport CDG, Terminal 2E", "lat": 49.0047, "lng": 2.5711},
    "scheduledAt": "{{pickup}}",
    "price": 100,
    "tripType": "AVAILABILITY",
    "estimatedDurationMinutes": 240,
    "client": {"firstName": "Ada", "lastName": "Lovelace", "phone": "+33612345678"}
  }'
