import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** False once the service is about to stop: a load balancer should send requests elsewhere. */
    isReady: boolean;
    /** Stops accepting connections and waits until every request has its response. */
    drain(): Promise<void>;
  }
}

// A request may be on its way on a connection that looks idle, so idle connections stay open this long.
const IDLE_GRACE_MS = 500;
const MAX_DRAIN_MS = 15_000;

/**
 * Makes a graceful stop possible. Node alone would close idle keep-alive connections at once, even with a request on its
 * way, and would wait forever for a connection that never sends one.
 */
export function drainGate(app: FastifyInstance): void {
  const { server } = app;
  const activeRequests = new Map<Socket, number>();
  server.on('connection', (socket) => {
    activeRequests.set(socket, 0);
    socket.once('close', () => activeRequests.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    activeRequests.set(socket, (activeRequests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (activeRequests.has(socket)) activeRequests.set(socket, (activeRequests.get(socket) ?? 1) - 1);
    });
  });
  app.decorate('isReady', true);
  let isDraining = false;
  // Also for a request that came before the drain: its client would send the next one just when we close idle connections.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });

  app.decorate('drain', async () => {
    app.isReady = false;
    isDraining = true;
    server.closeIdleConnections = () => {}; // called by Fastify and by Node's server.close()
    // A worker's server does not listen, so closing it does not wait for the connections that it was handed.
    const closed = [...activeRequests.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    const closeIdle = () => {
      for (const [socket, active] of activeRequests) if (active === 0) socket.destroy();
    };
    let sweep: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      sweep = setInterval(closeIdle, 50);
    }, IDLE_GRACE_MS);
    const deadline = setTimeout(() => {
      for (const socket of activeRequests.keys()) socket.destroy();
    }, MAX_DRAIN_MS);
    await app.close();
    await Promise.all(closed);
    clearTimeout(grace);
    clearInterval(sweep);
    clearTimeout(deadline);
  });
}
