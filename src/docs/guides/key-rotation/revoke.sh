npm run -s trips -- keys revoke "$KEYID" --json
