import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../clock.ts';
import type { ErrorEnvelope } from '../contract/answers.ts';
import { isAccountGone, isDatabaseUnavailable } from '../database/failures.ts';
import { ApiError, validationFailed } from '../errors.ts';
import { refusedKey } from './authentication.ts';
import { failureLog } from './failureLog.ts';

/** What every error body is made of. */
export function envelope(error: ApiError, path: string, now: Date): Static<typeof ErrorEnvelope> {
  return {
    code: error.code,
    message: error.publicMessage,
    statusCode: error.statusCode,
    timestamp: now.toISOString(),
    path,
  };
}

type Answer = (error: ApiError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The one place where an error becomes an answer. */
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

/** Whatever goes wrong from here on becomes an error of the catalogue, is noted, and is answered in the form given. */
export function renderErrors(app: FastifyInstance, answer: Answer): void {
  const logFailure = failureLog(app.log);
  app.setErrorHandler((cause: FastifyError, request, reply) => {
    if (hasBrokenOff(request)) return void reply.hijack();
    const error = toApiError(cause);
    // What was refused for want of room is counted and told elsewhere.
    if (error.statusCode >= 500 && !request.isShed) logFailure(error, request.id);
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

/** A request may name the whole address; who asks is connected already, so only the rest counts. */
export const withoutOrigin = (url: string) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/');

/** Without the query: what stands in it is not ours to repeat. */
export const pathOf = (url = '') => withoutOrigin(url).split(/[?#]/, 1)[0] ?? '';

/** The connection ended within the body: there is nobody left to answer, and nothing went wrong on our side. */
export const hasBrokenOff = ({ raw }: FastifyRequest) => raw.destroyed && !raw.complete;
