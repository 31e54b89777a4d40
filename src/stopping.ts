import type { FastifyInstance } from 'fastify';

// A request may be on its way on a connection that looks idle: leave it this long to arrive, and be told to close.
const IDLE_GRACE_MS = 500;
const LONGEST_STOP_MS = 15_000;

/**
 * An answer given while we stop also closes its connection, even if its request came before: otherwise its caller
 * would send the next one that way, just when we close what is idle.
 */
export function closeWithAnswer(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!app.server.listening) reply.header('connection', 'close');
    done();
  });
}

/**
 * Stops accepting connections and waits until every request is answered. Node would cut idle kept-alive connections at
 * once; they get a moment first, in which a request on one of them is still served, with `Connection: close`.
 */
export async function closeGently(app: FastifyInstance): Promise<void> {
  const { server } = app;
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {};
  let sweep: NodeJS.Timeout | undefined;
  const grace = setTimeout(() => {
    closeIdle();
    sweep = setInterval(closeIdle, 50);
  }, IDLE_GRACE_MS);
  const patience = setTimeout(() => server.closeAllConnections(), LONGEST_STOP_MS);
  await app.close();
  clearTimeout(grace);
  clearInterval(sweep);
  clearTimeout(patience);
}
