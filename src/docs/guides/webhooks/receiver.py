import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
processed = set()  # in production, a table in your database


def verify(headers, body):
    """Return the event, or None if it was not signed with the secret in the last five minutes."""
    timestamp = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    digest = hmac.new(SECRET, signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = headers.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(each, expected) for each in signatures):
        return None
    return json.loads(body) if abs(time.time() - int(timestamp)) <= 300 else None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        event = verify(self.headers, body)
        if event is None:
            print("refused: not signed with the secret", flush=True)
        else:
            seen = event["_id"] in processed
            print("duplicate" if seen else "received", event["type"], flush=True)
            processed.add(event["_id"])
        self.send_response(400 if event is None else 204)
        self.end_headers()

    def log_message(self, *args):
        pass  # no access log


ThreadingHTTPServer(("127.0.0.1", 4000), Receiver).serve_forever()
