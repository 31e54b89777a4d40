import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { ApiError, type ErrorCode, validationFailed } from '../errors.ts';
import { envelope, pathOf } from './errorEnvelope.ts';
import { requestIdOf } from './requestId.ts';

/** What Node would otherwise refuse by itself, without an envelope. */
export const leftToUs = { requireHostHeader: false };

export function httpRulesGate(app: FastifyInstance): void {
  // An expectation we do not know: HTTP allows not to mind it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0') throw validationFailed(['Host is required']);
  });
}

const FAULTS_OF_HTTP: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Answers bytes that are no HTTP request, or did not arrive in time. If they broke off within a body there is a request
 * already, which then has its own id and line in the log.
 */
export function answerBrokenHttp(clock: Clock, log: Pick<Logger, 'info'>) {
  return (fault: ConnectionError, socket: Socket) => {
    // Null once an answer is through: a caller may reset a connection that lies idle.
    const begun = (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
    // An answer that is on its way, or belongs to the request before, cannot be replaced by this one.
    const isTaken = begun !== undefined && (begun.headersSent || begun.req.complete);
    if (fault.code === 'ECONNRESET' || !socket.writable || isTaken) return void socket.destroy();
    const code = FAULTS_OF_HTTP[fault.code];
    const error = code ? new ApiError(code) : validationFailed(['the request is not valid HTTP']);
    const status = error.statusCode;
    const body = JSON.stringify(envelope(error, begun ? pathOf(begun.req.url) : '', clock()));
    const requestId = requestIdOf(begun?.req ?? { headers: {} });
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'X-Request-Id': requestId,
      Connection: 'close',
    };
    if (begun) return void begun.writeHead(status, headers).end(body);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    log.info({ requestId, route: 'unknown', status, code: error.code }, 'request');
  };
}
