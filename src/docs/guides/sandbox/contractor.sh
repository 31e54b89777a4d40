npm run -s trips -- demo --role CONTRACTOR --json
