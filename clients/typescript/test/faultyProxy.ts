import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll } from 'vitest';

/** What goes wrong with a request. All but `refused` happen after the service has carried it out. */
export type Fault = 'refused' | 'dropped' | 'cut' | 'silent' | 408 | 500 | 502 | 503 | 504;

interface FaultyProxy {
  url: string;
  /** The requests that arrived, in order. */
  requests: { method: string; path: string; idempotencyKey: string | undefined; body: string }[];
  /** The next requests fail in these ways; those after them get through. */
  failNext(...faults: Fault[]): void;
}

/** Stands between the client and the service, for all tests of a file. */
export async function faultyProxyForFile(serviceUrl: string): Promise<FaultyProxy> {
  const faults: Fault[] = [];
  const requests: FaultyProxy['requests'] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await buffer(request);
    requests.push({ method, path, idempotencyKey: headers['idempotency-key'] as string, body: body.toString() });
    const fault = faults.shift();
    if (fault === 'refused') return void request.socket.destroy();
    const answer = await forward(serviceUrl, request, body);
    if (fault === undefined) response.writeHead(answer.status, answer.headers).end(answer.body);
    else fail(fault, answer, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failNext: (...next) => {
      requests.length = 0;
      faults.splice(0, faults.length, ...next);
    },
  };
}

interface ForwardedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

async function forward(serviceUrl: string, request: IncomingMessage, body: Buffer): Promise<ForwardedAnswer> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
  const answer = await fetch(serviceUrl + request.url, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  });
  const { 'content-encoding': ____, 'transfer-encoding': _____, ...rest } = Object.fromEntries(answer.headers);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: { ...rest, 'content-length': String(bytes.length) }, body: bytes };
}

function fail(fault: Fault, answer: ForwardedAnswer, response: ServerResponse): void {
  if (fault === 'dropped') response.destroy();
  else if (fault === 'cut') {
    response.writeHead(answer.status, answer.headers);
    response.write(answer.body.subarray(0, answer.body.length / 2), () => response.destroy());
  } else if (typeof fault === 'number') {
    response.writeHead(fault, { 'content-type': 'text/html', 'retry-after': '0' }).end('<h1>Try again</h1>');
  }
  // A silent one is never answered.
}
