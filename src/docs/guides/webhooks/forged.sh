curl -s -o /dev/null -w '%{http_code}\n' http://127.0.0.1:4000/ \
  -H "webhook-id: 6af9ef1f1d2c3b4a5f6e7d82-1" \
  -H "webhook-timestamp: $(date +%s)" \
  -H 'webhook-signature: v1,bm90IHRoZSBzaWduYXR1cmU=' \
  -d '{"type": "trip.cancelled"}'
