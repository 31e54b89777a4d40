export CURSOR='…' # the new pagination.next

curl -s "$API/v1/events?after=$CURSOR" -H "Authorization: Bearer $API_KEY"
