// The service without its work: the same framework, as many hooks, one log line per request, and a response given in advance.
import type { AddressInfo } from 'node:net';
import fastify, { type RouteHandlerMethod } from 'fastify';
import { pino } from 'pino';
import { answerParent } from '../../reliability/support/childProgram.ts';
import type { BareServerProgram } from './bareServer.ts';

const HOOKS_ON_REQUEST = 4;

let status = 503;
let headers: Record<string, string> = {};
let body = Buffer.alloc(0);

const log = pino({ base: null }, pino.destination({ dest: '/dev/null', sync: false }));
const app = fastify({ keepAliveTimeout: 72_000 });
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) =>
  done(null, JSON.parse(bytes.toString())),
);
app.addHook('onRequest', (request, reply, done) => {
  const startedAt = performance.now();
  reply.raw.on('close', () => {
    const { id: requestId, method, routeOptions } = request;
    const { statusCode } = reply;
    log.info({ requestId, method, route: routeOptions.url, statusCode, ms: performance.now() - startedAt }, 'request');
  });
  done();
});
for (let hook = 1; hook < HOOKS_ON_REQUEST; hook += 1) app.addHook('onRequest', (_request, _reply, done) => done());
app.addHook('preParsing', (_request, _reply, _payload, done) => done());
app.addHook('preValidation', (_request, _reply, done) => done());
app.addHook('onSend', (_request, _reply, _payload, done) => done());

const answer: RouteHandlerMethod = async (_request, reply) => reply.code(status).headers(headers).send(body);
app.get('/v1/trips/:id', answer);
app.post('/v1/quotes', answer);

answerParent({
  async listen() {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return (app.server.address() as AddressInfo).port;
  },
  answerWith(captured) {
    const { headers: raw } = captured;
    status = captured.status;
    headers = Object.fromEntries(raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [])));
    body = Buffer.from(captured.bodyBase64, 'base64');
  },
} satisfies BareServerProgram);
