import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

// A request may be on its way on a connection that looks idle: leave it this long to arrive, and be told to close.
const IDLE_GRACE_MS = 500;
const LONGEST_STOP_MS = 15_000;

export interface Stopping {
  /** Stops accepting connections and waits until every request is answered. */
  closeGently(): Promise<void>;
}

/**
 * Makes a gentle stop possible. Node alone would cut kept-alive connections at once that a request may be on its way on,
 * and would wait for ever for one on which none has come.
 */
export function prepareStopping(app: FastifyInstance): Stopping {
  const { server } = app;
  const busyByConnection = new Map<Socket, number>();
  server.on('connection', (socket) => {
    busyByConnection.set(socket, 0);
    socket.once('close', () => busyByConnection.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    busyByConnection.set(socket, (busyByConnection.get(socket) ?? 0) + 1);
    response.once('close', () => {
      if (busyByConnection.has(socket)) busyByConnection.set(socket, (busyByConnection.get(socket) ?? 1) - 1);
    });
  });
  // An answer given while we stop also closes its connection, even if its request came before: otherwise its caller
  // would send the next one that way, just when we close what is idle.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (!server.listening) reply.header('connection', 'close');
    done(null, payload);
  });

  async function closeGently(): Promise<void> {
    server.closeIdleConnections = () => {}; // Node's own haste
    const closeIdle = () => {
      for (const [socket, busy] of busyByConnection) if (busy === 0) socket.destroy();
    };
    let sweep: NodeJS.Timeout | undefined;
    const grace = setTimeout(() => {
      sweep = setInterval(closeIdle, 50);
    }, IDLE_GRACE_MS);
    const patience = setTimeout(() => server.closeAllConnections(), LONGEST_STOP_MS);
    await app.close();
    clearTimeout(grace);
    clearInterval(sweep);
    clearTimeout(patience);
  }
  return { closeGently };
}
