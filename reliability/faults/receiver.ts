import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { listenAnywhere } from '../support/process.ts';
import type { Random } from '../support/random.ts';

/** A delivery that reached the receiver. */
export interface Arrival {
  accountId: string;
  /** From the header `webhook-id`. */
  eventId: string;
  body: string;
  /** Stale: it is signed correctly, at the time of a stepped clock. */
  signature: 'valid' | 'stale' | 'wrong';
  /** Milliseconds, from any moment. */
  receivedAt: number;
  /** When the receiver responded with success, if it did. */
  acceptedAt?: number;
}

export interface Receiver {
  urlFor(accountId: string): string;
  /** From now on, deliveries to the account must be signed with this secret. */
  trust(accountId: string, secret: string): void;
  arrivals: Arrival[];
  /** From now on it accepts everything that is signed correctly. */
  behave(): void;
  close(): Promise<void>;
}

// Rare, because an endpoint that fails gets one event at a time.
const MISBEHAVES = 0.01;
const MISBEHAVIOURS = ['late', 'error', 'hang', 'close'] as const;
type Behaviour = (typeof MISBEHAVIOURS)[number] | 'normal';

/** A partner's server. It verifies every delivery, and sometimes fails to respond as it should. */
export async function startReceiver(random: Random): Promise<Receiver> {
  const webhooks = new Map<string, Webhook>();
  const arrivals: Arrival[] = [];
  let isBehaving = false;
  const behaviour = (): Behaviour =>
    !isBehaving && random.happens(MISBEHAVES) ? random.pick(MISBEHAVIOURS) : 'normal';

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const accountId = request.url?.slice(1) ?? '';
    const webhook = webhooks.get(accountId);
    if (!webhook) throw new Error(`a delivery for ${accountId}, which has no endpoint`);
    const body = await textOf(request);
    const { headers } = request;
    const signature = judgeSignature(webhook, headers, body);
    const eventId = String(headers['webhook-id']);
    const arrival: Arrival = { accountId, eventId, body, signature, receivedAt: performance.now() };
    arrivals.push(arrival);
    await respond(response, arrival, behaviour(), random);
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy()); // the service broke off; it was no complete delivery
  });
  const port = await listenAnywhere(server);
  return {
    urlFor: (accountId) => `http://127.0.0.1:${port}/${accountId}`,
    trust: (accountId, secret) => void webhooks.set(accountId, new Webhook(secret)),
    arrivals,
    behave() {
      isBehaving = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

// Clocks are stepped by at least an hour, and the library allows five minutes.
const STEPPED_MS = 1_800_000;

function judgeSignature(webhook: Webhook, headers: IncomingHttpHeaders, body: string): Arrival['signature'] {
  try {
    webhook.verify(body, headers as Record<string, string>);
    return 'valid';
  } catch {
    const signedAt = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const isStepped = Math.abs(signedAt.getTime() - Date.now()) > STEPPED_MS;
    const expected = webhook.sign(String(headers['webhook-id']), signedAt, body);
    return isStepped && headers['webhook-signature'] === expected ? 'stale' : 'wrong';
  }
}

async function respond(
  response: ServerResponse,
  arrival: Arrival,
  behaviour: Behaviour,
  random: Random,
): Promise<void> {
  if (behaviour === 'hang') return; // until the service gives up
  if (behaviour === 'close') return void response.destroy();
  if (behaviour === 'error') return void response.writeHead(500).end();
  if (behaviour === 'late') await sleep(random.between(1_000, 3_000));
  if (arrival.signature !== 'valid') return void response.writeHead(400).end();
  arrival.acceptedAt = performance.now();
  response.writeHead(204).end();
}
