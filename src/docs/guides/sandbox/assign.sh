export DRIVER='…' # the accountId of the driver

npm run -s trips -- trips assign "$TRIP" --executor "$DRIVER" --json
