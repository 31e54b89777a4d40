export KEYID=$(echo "$API_KEY" | cut -d _ -f 3 | cut -d . -f 1)

npm run -s trips -- keys rotate "$KEYID" --overlap 24h --json
