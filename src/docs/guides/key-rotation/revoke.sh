npm run -s trips -- keys revoke "$API_KEY" --json
