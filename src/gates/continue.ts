import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { MAX_BODY_BYTES } from '../contract/values.ts';

/**
 * `Expect: 100-continue`: the client waits to be asked for its body. Node would ask at once; here it is asked only when
 * everything that does not depend on the body has passed. If not, the response closes the connection, because the body
 * may follow or not.
 */
export function continueGate(app: FastifyInstance): void {
  const waiting = new WeakMap<IncomingMessage, { keepAlive: boolean }>();
  app.server.on('checkContinue', (request, response) => {
    waiting.set(request, { keepAlive: response.shouldKeepAlive });
    response.shouldKeepAlive = false;
    app.server.emit('request', request, response);
  });
  app.addHook('preParsing', ({ raw: request }, { raw: response }, _payload, done) => {
    const client = waiting.get(request);
    if (client !== undefined && !(Number(request.headers['content-length']) > MAX_BODY_BYTES)) {
      response.shouldKeepAlive = client.keepAlive;
      response.writeContinue();
    }
    done();
  });
}
