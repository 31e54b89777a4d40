import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { ApiError, type ErrorCode, validationFailed } from '../errors.ts';
import { countHeader } from './countHeader.ts';
import { envelope, pathOf } from './errorEnvelope.ts';
import type { Gate } from './gate.ts';
import { requestIdOf } from './requestId.ts';

/** What Node would otherwise refuse itself, without an error envelope. */
export const httpServerOptions = { requireHostHeader: false };

export function httpRulesGate(app: FastifyInstance): Gate {
  // An unknown Expect header: HTTP allows ignoring it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.on('request', (request, response) => lastAnswers.set(request.socket, response));
  return ({ raw }) => {
    if (raw.headers.host === undefined && raw.httpVersion !== '1.0') throw validationFailed(['Host is required']);
    // Node takes the first of two; a proxy before us may have gone by the second.
    if (countHeader(raw, 'host') > 1) throw validationFailed(['Host must be sent once']);
  };
}

/** The response, started or not, to the last request on a connection. */
const lastAnswers = new WeakMap<Socket, ServerResponse>();

const FAULTS_OF_HTTP: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/**
 * Answers input that is not an HTTP request, or did not arrive in time, once, and ends the connection. If the input
 * broke off within a body there is a request already, which has its own id and log line. Earlier requests are answered
 * first.
 */
export function answerBrokenHttp(clock: Clock, log: Pick<Logger, 'info'>) {
  const refused = new WeakSet<Socket>();
  return (fault: ConnectionError, socket: Socket) => {
    if (fault.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    if (refused.has(socket)) return; // every further byte would fail again
    refused.add(socket);
    const last = lastAnswers.get(socket);
    if (last === undefined) refuse(fault, socket);
    else if (last.req.complete) afterwards(last, () => refuse(fault, socket));
    else if (last.headersSent)
      afterwards(last, () => socket.destroySoon()); // one request has one response
    else refuseWithin(fault, last);
  };

  function refuse(fault: ConnectionError, socket: Socket): void {
    if (!socket.writable) return; // the previous response ended the connection
    const { status, code, headers, body } = refusal(fault, '', requestIdOf({ headers: {} }), clock());
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
    log.info({ requestId: headers['X-Request-Id'], route: 'unknown', status, code }, 'request');
  }

  function refuseWithin(fault: ConnectionError, answer: ServerResponse): void {
    const { status, headers, body } = refusal(fault, pathOf(answer.req.url), requestIdOf(answer.req), clock());
    answer.writeHead(status, headers).end(body);
  }
}

/** Responses are sent in the order of their requests: once the last is sent, all are. */
function afterwards(answer: ServerResponse, work: () => void): void {
  if (answer.closed) work();
  else answer.once('close', work);
}

function refusal(fault: ConnectionError, path: string, requestId: string, now: Date) {
  const code = FAULTS_OF_HTTP[fault.code];
  const error = code ? new ApiError(code) : validationFailed(['the request is not valid HTTP']);
  const body = JSON.stringify(envelope(error, path, now));
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  return { status: error.statusCode, code: error.code, headers, body };
}
