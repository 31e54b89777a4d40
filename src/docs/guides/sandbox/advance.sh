npm run -s trips -- trips advance "$TRIP" --json
