export API_KEY_FILE=trips-api-key.txt

(umask 077 && echo "$NEW_KEY" > "$API_KEY_FILE")
