import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
if not SECRET:
    raise SystemExit("WEBHOOK_SECRET is empty: anybody could sign with it.")
processed = set()  # in production, a table in your database


def verify(headers, body):
    """Return the event. Raise ValueError if it was not signed with the secret just now."""
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(each, expected) for each in signatures):
        raise ValueError("No matching signature found")
    age = time.time() - int(timestamp)
    if abs(age) > 300:
        raise ValueError("Message timestamp too " + ("old" if age > 0 else "new"))
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            event = verify(self.headers, body)
        except ValueError as reason:
            print(f"refused: {reason}", flush=True)
            return self.answer(400)
        seen = event["_id"] in processed
        print("duplicate" if seen else "received", event["type"], flush=True)
        processed.add(event["_id"])
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *args):
        pass  # no access log


ThreadingHTTPServer(("127.0.0.1", 4000), Receiver).serve_forever()
