curl -s -G "$API/v1/trips" \
  -H "Authorization: Bearer $API_KEY" \
  --data-urlencode 'externalReference=ORDER 6001/A'
