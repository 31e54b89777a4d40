import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi/document.ts';

/** The machine-readable description, for everybody: no key is needed to learn how to use one. */
export function openApiRoute(app: FastifyInstance, publicUrl: () => string): void {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(publicUrl()), null, 2);
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
