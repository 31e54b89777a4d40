import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterAll, beforeEach } from 'vitest';
import { listenAnywhere } from '../../reliability/support/process.ts';
import { type Ask, createAsk, type ProviderAddress } from '../../src/places/providers/http.ts';

interface SeenRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** What the server does with one request. */
export type Reaction = (response: ServerResponse) => void;

export interface ProviderServer {
  url: string;
  requests: SeenRequest[];
  /** Connections that were ever opened. */
  socketCount(): number;
  /** The reactions are used one after the other, and the last one again and again. */
  will(...reactions: [Reaction, ...Reaction[]]): void;
  close(): Promise<void>;
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reaction =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const text =
  (body: string, status = 200): Reaction =>
  (response) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end(body);

/** Closes the connection without a response. */
export const hangUp: Reaction = (response) => response.destroy();

/** Takes the request and never responds. */
export const silence: Reaction = () => {};

/** Begins an answer and never ends it. */
export const stall: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"features": [');
};

/** Promises more bytes than it sends. */
export const truncated: Reaction = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"features": [', () => response.destroy());
};

/** A provider on this machine that reacts as a test says and remembers what it was asked. */
export async function startProviderServer(): Promise<ProviderServer> {
  const sockets = new Set<Socket>();
  const requests: SeenRequest[] = [];
  let script: Reaction[] = [text('nothing was scripted', 404)];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    requests.push({
      method: request.method ?? '',
      url: new URL(request.url ?? '', 'http://localhost'),
      headers: request.headers,
      body: body === '' ? undefined : JSON.parse(body),
    });
    const [reaction, ...rest] = script;
    if (rest.length > 0) script = rest;
    reaction?.(response);
  });
  server.on('connection', (socket) => sockets.add(socket));
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    socketCount: () => sockets.size,
    will(...reactions) {
      script = reactions;
    },
    async close() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** One for all tests of a file; each test begins with a server that was asked nothing. */
export async function providerServerForFile(): Promise<ProviderServer> {
  const server = await startProviderServer();
  beforeEach(() => void server.requests.splice(0));
  afterAll(() => server.close());
  return server;
}

export const EPOCH_MS = Date.parse('2027-03-01T08:00:00.000Z');

/** Questions to the local server, patient enough for a busy machine. */
export const askAt = (server: ProviderServer, address: Partial<ProviderAddress> = {}): Ask =>
  createAsk({
    name: 'provider',
    url: server.url,
    timeoutMs: 10_000,
    userAgent: 'trip-booking-api/test',
    clock: () => new Date(EPOCH_MS),
    ...address,
  });
