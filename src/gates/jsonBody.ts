import type { FastifyInstance, FastifyRequest } from 'fastify';
import { shortened } from '../contract/faults.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { type Gate, inOrder } from './gate.ts';
import { repeatedMember } from './repeatedMember.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const OTHER_CHARSET = /charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i;
const UNCOMPRESSED = /^(?:identity)?$/i;
/** Escapes of what the database cannot store: the zero character, or half of a surrogate pair. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const UNSTORABLE = /\0|\p{Surrogate}/u;

declare module 'fastify' {
  interface FastifyRequest {
    mayHoldUnstorableText: boolean;
  }
}

/** JSON is the only accepted body; an empty body counts as none. */
export function jsonBodyGate(app: FastifyInstance): Gate {
  app.decorateRequest('mayHoldUnstorableText', false);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, readBody(request, bytes));
    } catch (fault) {
      done(fault as Error);
    }
  });
  // Runs after validation, so the walk below is no deeper than the schema.
  app.addHook('preHandler', inOrder(refuseUnstorableText));
  return ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type']; // an empty body needs no type
  };
}

function readBody(request: FastifyRequest, bytes: Buffer): unknown {
  if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  if (!UNCOMPRESSED.test(request.headers['content-encoding'] ?? '')) throw compressedBody();
  if (bytes.length === 0) return undefined;
  const text = decode(bytes);
  request.mayHoldUnstorableText = SUSPICIOUS_ESCAPE.test(text);
  const body = parse(text);
  const crowded = crowdedObject(body);
  if (crowded !== undefined)
    throw validationFailed([`${nameOf(crowded) || 'body'} may have at most ${MAX_MEMBERS} members`]);
  const repeated = repeatedMember(text, body);
  if (repeated !== undefined) throw validationFailed([`${nameOf(repeated)} must be sent once`]);
  return body;
}

const nameOf = (path: string[]) => path.map(shortened).join('.');

// No request has half as many. Each unknown one would cost a report of its own, although only the first faults are shown.
const MAX_MEMBERS = 100;

/** The validation looks no deeper than any schema is. */
const MAX_DEPTH = 4;

/** The path of an object with too many members. */
function crowdedObject(value: unknown, depth = 0): string[] | undefined {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return undefined;
  const members = Object.entries(value);
  if (!Array.isArray(value) && members.length > MAX_MEMBERS) return [];
  for (const [name, member] of members) {
    const path = crowdedObject(member, depth + 1);
    if (path) return [name, ...path];
  }
  return undefined;
}

const compressedBody = () =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'Send the body without Content-Encoding: compressed bodies are not supported.',
    headers: { 'accept-encoding': 'identity' },
  });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw validationFailed(['body must be valid UTF-8']);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw validationFailed(['body must be valid JSON']);
  }
}

/** For operations whose body may be left out. */
export function allowNoBody(request: FastifyRequest): void {
  if (request.body === undefined) request.body = {};
}

function refuseUnstorableText(request: FastifyRequest): void {
  if (!request.mayHoldUnstorableText) return;
  refuseUnstorable(request.body);
}

/** Refuses text that the database cannot store or compare. */
export function refuseUnstorable(value: unknown): void {
  const faults = unstorableMembers(value, '').map((path) => `${path} must not hold \\u0000 or half a surrogate pair`);
  if (faults.length > 0) throw validationFailed(faults);
}

function unstorableMembers(value: unknown, path: string): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    unstorableMembers(member, path === '' ? name : `${path}.${name}`),
  );
}
