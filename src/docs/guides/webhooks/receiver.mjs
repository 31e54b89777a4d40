import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@trip-booking/client';

const secret = process.env.WEBHOOK_SECRET ?? '';
const processed = new Set(); // in production, a table in your database

createServer(async (request, response) => {
  try {
    const event = verifyWebhook(await buffer(request), request.headers, secret);
    console.log(processed.has(event._id) ? 'duplicate' : 'received', event.type);
    processed.add(event._id);
    response.writeHead(204).end();
  } catch (error) {
    const isRefused = error instanceof WebhookVerificationError;
    console.log(isRefused ? `refused: ${error.message}` : error);
    response.writeHead(isRefused ? 400 : 500).end();
  }
}).listen(4000, '127.0.0.1');
