import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../clock.ts';
import type { ErrorEnvelope } from '../contract/envelopes.ts';
import { isAccountGone, isDatabaseUnavailable } from '../database/failures.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { refusedKey } from './authentication.ts';
import { failureLog } from './failureLog.ts';

/** The fields of every error body. */
export function envelope(error: ApiError, path: string, now: Date): Static<typeof ErrorEnvelope> {
  return {
    code: error.code,
    message: error.publicMessage,
    statusCode: error.statusCode,
    timestamp: now.toISOString(),
    path,
  };
}

type Answer = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** The only place where an error becomes a response. */
export function errorEnvelopeGate(app: FastifyInstance, clock: Clock): void {
  app.decorateRequest('errorCode', '');
  renderErrors(app, (error, request, reply) =>
    reply
      .code(error.statusCode)
      .headers(error.headers)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(envelope(error, pathOf(request.originalUrl), clock()))),
  );
}

/** Turns every error from here on into an error of the catalogue, logs it, and sends it in the given form. */
export function renderErrors(app: FastifyInstance, answer: Answer): void {
  const logFailure = failureLog(app.log);
  app.setErrorHandler((cause: FastifyError, request, reply) => {
    if (hasBrokenOff(request)) return void reply.hijack();
    const error = toApiError(cause);
    // Requests refused under overload are counted and logged elsewhere; a stop is logged once, not with every probe.
    const isExpected = request.isShed || (request.routeOptions.config.isProbe && !app.isReady);
    if (error.statusCode >= 500 && !isExpected) logFailure(error, request);
    request.errorCode = error.code;
    return answer(error, request, reply);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    errorCode: string;
  }
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return unavailable(error);
  if (isAccountGone(error)) return refusedKey('unknown'); // and its keys with it
  switch ((error as FastifyError).code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError('PAYLOAD_TOO_LARGE', { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError('UNSUPPORTED_MEDIA_TYPE', { cause: error });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return validationFailed(['body must have as many bytes as Content-Length says']);
  }
  return new ApiError('INTERNAL_ERROR', { cause: error });
}

export const unavailable = (cause: unknown) =>
  new ApiError('SERVICE_UNAVAILABLE', { cause, headers: { 'retry-after': '1' } });

/** A request line may hold an absolute URL; only its path and query matter. */
export const withoutOrigin = (url: string) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Without the query, which may hold anything. */
export const pathOf = (url = '') => withoutOrigin(url).split(/[?#]/, 1)[0] ?? '';

/** The client disconnected mid-body: nobody is left to answer, and nothing went wrong here. */
export const hasBrokenOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;
