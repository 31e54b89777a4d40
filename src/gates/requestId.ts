import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { KEY_PREFIX } from '../accounts/apiKey.ts';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** An API key in the wrong header has the characters of an id, and must not get into the log as one. */
const isLoggable = (id: string) => SANE.test(id) && !id.includes(KEY_PREFIX);

const idsGiven = new WeakMap<object, string>();

/**
 * The caller's own X-Request-Id if it can safely stand in a header and a log line, else a new one. A request that is
 * asked for again keeps its id: one that breaks off is answered elsewhere than it is logged.
 */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const known = idsGiven.get(request);
  if (known !== undefined) return known;
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && isLoggable(given) ? given : randomUUID();
  idsGiven.set(request, id);
  return id;
}

export function requestIdGate(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
