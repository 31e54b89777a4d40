npm run -s trips -- demo --role DRIVER --json
