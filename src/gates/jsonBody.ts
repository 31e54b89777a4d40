import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, validationFailed } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const OTHER_CHARSET = /charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i;
/** Escapes that may stand for what the database cannot keep: the zero character, or half of a surrogate pair. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|d[89a-f])/i;
const UNSTORABLE = /\0|\p{Surrogate}/u;

declare module 'fastify' {
  interface FastifyRequest {
    mayHoldUnstorableText: boolean;
  }
}

/** JSON is the only body; an empty one is no body at all. */
export function jsonBodyGate(app: FastifyInstance): void {
  app.decorateRequest('mayHoldUnstorableText', false);
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-length'] === '0') delete headers['content-type']; // no bytes have no type
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
      if (bytes.length === 0) return undefined;
      const text = decode(bytes);
      request.mayHoldUnstorableText = SUSPICIOUS_ESCAPE.test(text);
      return parse(text);
    },
  );
  // Runs on a body of the declared shape, so the walk below is as deep as the contract and no deeper.
  app.addHook('preHandler', async (request) => {
    if (!request.mayHoldUnstorableText) return;
    const faults = unstorableMembers(request.body, '').map(
      (path) => `${path} must not hold \\u0000 or half a surrogate pair`,
    );
    if (faults.length > 0) throw validationFailed(faults);
  });
}

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

function unstorableMembers(value: unknown, path: string): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    unstorableMembers(member, path === '' ? name : `${path}.${name}`),
  );
}
