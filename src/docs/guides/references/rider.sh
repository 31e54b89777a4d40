curl -s -G "$API/v1/clients" \
  -H "Authorization: Bearer $API_KEY" \
  --data-urlencode 'phone=06 12 34 56 78'
