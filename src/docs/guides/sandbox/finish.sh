npm run -s trips -- trips advance "$TRIP" --to FINISHED --json
