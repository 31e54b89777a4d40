curl -s "$API/v1/trips" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Idempotency-Key: order-4712' \
  -H 'Content-Type: application/json' \
  -d '{
    "pickup": {"address": "10 Rue de Rivoli, Paris", "lat": 148.8556, "lng": 2.3601},
    "scheduledAt": "2027-03-14T10:30:00",
    "price": 66,
    "pax": 2,
    "client": {"firstName": "Ada", "lastName": "Lovelace", "phone": "+33612345678"}
  }'
