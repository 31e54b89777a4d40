import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi/document.ts';
import { addVary, knownTag } from '../gates/compression.ts';

/** The OpenAPI document is public: no API key is needed to read it. */
export function openApiRoute(app: FastifyInstance, publicUrl: () => string): void {
  let made: { text: string; tag: string } | undefined;
  app.get('/openapi.json', async (request, reply) => {
    made ??= describe(publicUrl());
    request.compression = 'kept';
    // It changes only with a release, so most of the time a client that asks again receives no body.
    reply.headers({ 'cache-control': 'public, no-cache', etag: made.tag });
    const known = knownTag(request, made.tag);
    if (known === undefined) return reply.type('application/json; charset=utf-8').send(made.text);
    addVary(reply, 'accept-encoding');
    return reply.code(304).header('etag', known).send();
  });
}

function describe(publicUrl: string): { text: string; tag: string } {
  const text = JSON.stringify(openApiDocument(publicUrl), null, 2);
  return { text, tag: `"${hash('sha256', text, 'hex').slice(0, 32)}"` };
}
