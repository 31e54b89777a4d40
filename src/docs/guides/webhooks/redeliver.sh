export EVENT='…' # eventId

curl -s "$API/v1/events/$EVENT/redeliver" \
  -H "Authorization: Bearer $API_KEY" \
  -H 'Content-Type: application/json' \
  -d '{"endpointId": "'$ENDPOINT'"}'
