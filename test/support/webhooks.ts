import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Queryable } from '../../src/database/connection.ts';
import { newId } from '../../src/identifiers.ts';
import { createDeliverer, type Deliverer, type DelivererDependencies } from '../../src/webhooks/deliverer.ts';
import { logAttempt, queueAgain } from '../../src/webhooks/deliveryStore.ts';
import { createSender, type SenderSettings } from '../../src/webhooks/sender.ts';
import { insertEndpoint } from '../../src/webhooks/webhookStore.ts';
import type { TestAccount, TestService } from './service.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
  body: any;
}

type Respond = (response: ServerResponse, request: ReceivedRequest) => unknown;

export interface Receiver {
  url: string;
  port: number;
  received: ReceivedRequest[];
  /** How it answers from now on: with a status, or as the function does. */
  answer(how: number | Respond): void;
  close(): Promise<void>;
}

/** A partner's server, on 127.0.0.1. It answers 204 until told otherwise. */
export async function startReceiver(tls?: { key: string; cert: string }): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let respond: Respond = (response) => response.writeHead(204).end();
  const server: Server = tls ? createTlsServer(tls) : createServer();
  server.on('request', async (request, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    const entry = { method, path, headers, text, body: JSON.parse(text) };
    received.push(entry);
    respond(response, entry);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    server.close();
  };
  afterAll(close);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    received,
    answer(how) {
      respond = typeof how === 'number' ? (response) => response.writeHead(how).end() : how;
    },
    close,
  };
}

/** A certificate for the name, which is its own authority. */
export function privateCertificate(name: string): { key: string; cert: string; file: string } {
  const directory = mkdtempSync(join(tmpdir(), 'webhook-ca-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const [keyFile, file] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '3650'],
      ...['-keyout', keyFile, '-out', file, '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
    ],
    { stdio: 'ignore' },
  );
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(file, 'utf8'), file };
}

/** A resolver that knows these names only. */
export function resolverOf(addresses: Record<string, string[]>): SenderSettings['lookup'] & { asked: string[] } {
  const asked: string[] = [];
  const lookup = (hostname: string, options: { all?: boolean }, callback: (...result: unknown[]) => void) => {
    asked.push(hostname);
    const found = (addresses[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (found.length === 0) callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
    else if (options.all) callback(null, found);
    else callback(null, found[0]?.address, found[0]?.family);
  };
  return Object.assign(lookup as unknown as SenderSettings['lookup'], { asked });
}

interface TestDeliverer extends Deliverer {
  /** Queues and sends everything that is due, until nothing is. */
  deliverAll(): Promise<void>;
  outcomes: string[];
}

/** What a process of the service does every second, done when the test says so. */
export function delivererOf(
  service: Pick<TestService, 'database' | 'clock'>,
  sending: Partial<SenderSettings> = {},
  changes: Partial<DelivererDependencies> = {},
): TestDeliverer {
  const outcomes: string[] = [];
  const faults: unknown[] = [];
  const clock = service.clock.now;
  const deliverer = createDeliverer({
    database: service.database,
    clock,
    sender: createSender({ targets: 'any', clock, lookup: resolverOf({}), ...sending }),
    log: { info: () => {}, warn: (facts: object) => 'err' in facts && faults.push(facts.err) },
    observe: (outcome) => outcomes.push(outcome),
    random: () => 0,
    ...changes,
  });
  afterAll(() => deliverer.stop());
  return {
    ...deliverer,
    outcomes,
    async deliverAll() {
      for (let before = -1; before !== outcomes.length; ) {
        before = outcomes.length;
        await deliverer.poll();
        await deliverer.idle();
        if (faults.length > 0) throw faults[0];
      }
    },
  };
}

export interface AddedEndpoint {
  _id: string;
  secret: string;
}

export async function addEndpointFor(account: TestAccount, url: string, more: object = {}): Promise<AddedEndpoint> {
  const { status, body } = await account.api.send('POST', '/v1/webhook-endpoints', { body: { url, ...more } });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** All attempts so far, oldest first. */
export async function attemptsAt(account: TestAccount, { _id }: AddedEndpoint) {
  const { body } = await account.api.send('GET', `/v1/webhook-endpoints/${_id}/deliveries?limit=100`);
  return body.data.reverse();
}

export const statusOf = async (account: TestAccount, { _id }: AddedEndpoint): Promise<string> =>
  (await account.api.send('GET', `/v1/webhook-endpoints/${_id}`)).body.data.status;

/** An attempt that was not repeated. */
export const failedAttempt = (eventId: string) => ({
  eventId,
  attempt: 1,
  attemptedAt: new Date('2027-03-01T08:00:00.000Z'),
  responseStatus: 500,
  error: 'UNSUCCESSFUL_STATUS' as const,
  ms: 1,
  nextAttemptAt: null,
});

/** An endpoint with one delivery that waits and one attempt. Nothing can be sent to it: its address is not public. */
export async function makeEndpoint(database: Queryable, accountId: string, tripId: string): Promise<string> {
  const createdAt = new Date('2027-03-01T08:00:00.000Z');
  const endpoint = { accountId, endpointId: newId() };
  const details = { url: `https://127.0.0.1/${accountId}`, eventTypes: [], description: null, createdAt };
  await insertEndpoint(database, { ...endpoint, ...details, secret: `whsec_${endpoint.endpointId}` }, 10);
  await queueAgain(database, endpoint, { tripId, version: 1, number: 0 }, createdAt);
  await logAttempt(database, endpoint, newId(), failedAttempt(`${tripId}-1`));
  return endpoint.endpointId;
}
