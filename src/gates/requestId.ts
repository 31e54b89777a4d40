import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID } from '../contract/values.ts';
import { KEY_PREFIX } from '../keys/apiKey.ts';
import type { Gate } from './gate.ts';

const SANE = new RegExp(`^[A-Za-z0-9._:-]{${REQUEST_ID.min},${REQUEST_ID.max}}$`);

/** An API key in the wrong header has the characters of an id, and must not get into the log as one. */
const isLoggable = (id: string) => SANE.test(id) && !id.includes(KEY_PREFIX);

const ID_GIVEN = Symbol('the id that this request was given');
type Identified = Pick<IncomingMessage, 'headers'> & { [ID_GIVEN]?: string };

/**
 * The caller's own X-Request-Id if it can safely stand in a header and a log line, else a new one. A request that is
 * asked for again keeps its id: one that breaks off is answered elsewhere than it is logged.
 */
export function requestIdOf(request: Identified): string {
  if (request[ID_GIVEN] !== undefined) return request[ID_GIVEN];
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && isLoggable(given) ? given : randomUUID();
  request[ID_GIVEN] = id;
  return id;
}

export const requestIdGate: Gate = (request, reply) => {
  reply.header('x-request-id', request.id);
};
