curl -s "$API/v1/quotes" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{
    "pickup": "Gare de Lyon, Paris",
    "dropoff": "Aéroport CDG Terminal 2E",
    "serviceTierId": "665f1f77bcf86cd799439021",
    "scheduledAt": "2027-03-14T10:30:00"
  }'
