import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addVary, knownTag } from '../gates/compression.ts';

interface PublicDocument {
  path: string;
  /** Called once, for the first request. */
  write(): unknown;
  /** The name under which a browser saves it; without one, it is shown. */
  fileName?: string;
}

/** A JSON document that changes only with a release, so most of the time a client that asks again receives no body. */
export function documentRoute(app: FastifyInstance, { path, write, fileName }: PublicDocument): void {
  let made: { text: string; tag: string } | undefined;
  app.get(path, async (request, reply) => {
    made ??= tagged(JSON.stringify(write(), null, 2));
    request.compression = 'kept';
    reply.headers({ 'cache-control': 'public, no-cache', etag: made.tag });
    if (fileName) reply.header('content-disposition', `attachment; filename="${fileName}"`);
    const known = knownTag(request, made.tag);
    if (known === undefined) return reply.type('application/json; charset=utf-8').send(made.text);
    addVary(reply, 'accept-encoding');
    return reply.code(304).header('etag', known).send();
  });
}

const tagged = (text: string) => ({ text, tag: `"${hash('sha256', text, 'hex').slice(0, 32)}"` });
