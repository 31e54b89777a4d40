import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { listenAnywhere } from '../../reliability/support/process.ts';

export interface Balancer {
  url: string;
  /** New connections go there from now on; those that are open stay where they are. */
  sendTo(serviceUrl: string): void;
  close(): Promise<void>;
}

/** What stands before the service during a deploy: it knows connections, and nothing of requests. */
export async function startBalancer(serviceUrl: string): Promise<Balancer> {
  let target = new URL(serviceUrl);
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => open.delete(from));
    }
  });
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    sendTo(next) {
      target = new URL(next);
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A way to the service on which the first answer gets lost: the request arrived, and nobody hears of it. */
export async function startLosingTheFirstAnswer(serviceUrl: string) {
  let lost = 0;
  const server = createHttpServer(async (request, response) => {
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(serviceUrl + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body: new Uint8Array(await buffer(request)),
    });
    const text = await answer.text();
    if (lost === 0) {
      lost += 1;
      return void request.socket.destroy();
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(text);
  });
  const port = await listenAnywhere(server);
  return {
    url: `http://127.0.0.1:${port}`,
    lost: () => lost,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
