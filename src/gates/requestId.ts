import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_ID } from '../contract/values.ts';
import { KEY_PREFIX } from '../keys/apiKey.ts';
import type { Gate } from './gate.ts';

const SANE = new RegExp(`^[A-Za-z0-9._:-]{${REQUEST_ID.min},${REQUEST_ID.max}}$`);

/** An API key sent as X-Request-Id has the characters of an id, but must not be logged as one. */
const isLoggable = (id: string) => SANE.test(id) && !id.includes(KEY_PREFIX);

const ID_GIVEN = Symbol('the id that this request was given');
type Identified = Pick<IncomingMessage, 'headers'> & { [ID_GIVEN]?: string };

/**
 * The client's own X-Request-Id if it is safe in a header and a log line, else a new one. The id is kept on the
 * request: one that breaks off is answered and logged in different places.
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
