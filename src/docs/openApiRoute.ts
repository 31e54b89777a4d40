import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './openapi/document.ts';

/** The OpenAPI document is public: no API key is needed to read it. */
export function openApiRoute(app: FastifyInstance, publicUrl: () => string): void {
  let text: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    text ??= JSON.stringify(openApiDocument(publicUrl()), null, 2);
    return reply.type('application/json; charset=utf-8').send(text);
  });
}
