curl -s "$API/v1/trips?from=2027-07-14T00:00:00%2B02:00&to=2027-07-14T23:59:59.999%2B02:00" \
  -H "Authorization: Bearer $API_KEY"
