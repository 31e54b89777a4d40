export ACCOUNT='…' # the account’s identifier, as in: npm run -s trips -- accounts list

npm run -s trips -- keys issue --account "$ACCOUNT" --name "Price calculator" --scope quotes --json
