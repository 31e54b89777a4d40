curl -s "$API/v1/service-tiers" -H "Authorization: Bearer $API_KEY"
