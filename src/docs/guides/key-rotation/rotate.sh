npm run -s trips -- keys rotate "$API_KEY" --overlap 24h --json
