curl -si "$API/v1/trips?limit=1" -H "Authorization: Bearer $API_KEY" | grep -i '^ratelimit'
