import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { ApiError, type ErrorCode, validationFailed } from '../errors.ts';
import { envelope } from './errorEnvelope.ts';
import { requestIdOf } from './requestId.ts';

/** Answers what no route takes: an unknown path with 404, a known one under another method with 405 and Allow. */
export function unroutableGate(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByPath.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsByPath.set(url, methods);
  });
  app.setNotFoundHandler(async (request) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const known = [...methodsByPath].find(([pattern]) => matches(pattern, path));
    if (!known) throw new ApiError('NOT_FOUND');
    throw new ApiError('METHOD_NOT_ALLOWED', { headers: { allow: [...known[1]].sort().join(', ') } });
  });
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
}

/** A path whose percent-encoding is broken leads nowhere; as such it passes the same gates as every other unknown path. */
export function routableUrl({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch {
    return '/malformed-path';
  }
}

const FAULTS_OF_HTTP: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Answers bytes that are no HTTP request, or did not arrive in time, before there is a request to speak of. */
export function answerBrokenHttp(clock: Clock) {
  return (fault: ConnectionError, socket: Socket) => {
    // An answer that has begun cannot be replaced by another.
    const answer = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
    if (fault.code === 'ECONNRESET' || !socket.writable || answer?.headersSent) return void socket.destroy();
    const code = FAULTS_OF_HTTP[fault.code];
    const error = code ? new ApiError(code) : validationFailed(['the request is not valid HTTP']);
    const body = JSON.stringify(envelope(error, '', clock()));
    socket.end(
      [
        `HTTP/1.1 ${error.statusCode} ${STATUS_CODES[error.statusCode]}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestIdOf({ headers: {} })}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}
