import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { ApiError } from '../errors.ts';

const PAUSE_MS = 1_000;

/**
 * Logs the cause of a 5xx under the request's id. An internal fault is logged every time. An unavailable dependency,
 * which fails every request, is logged at once and then once per second and cause, with the number of suppressed lines.
 */
export function failureLog(log: Pick<FastifyBaseLogger, 'error'>) {
  const keptBack = new Map<string, number>();

  function pause(kind: string, error: ApiError): void {
    keptBack.set(kind, 0);
    setTimeout(() => {
      const count = keptBack.get(kind) ?? 0;
      keptBack.delete(kind);
      if (count === 0) return;
      log.error({ err: error.cause, keptBack: count }, error.code);
      pause(kind, error);
    }, PAUSE_MS).unref();
  }

  return (error: ApiError, { id: requestId, traceId }: Pick<FastifyRequest, 'id' | 'traceId'>): void => {
    const kind = causeOf(error);
    const count = keptBack.get(kind);
    if (count !== undefined) return void keptBack.set(kind, count + 1);
    log.error({ err: error.cause, requestId, traceId: traceId || undefined }, error.code);
    if (error.code === 'SERVICE_UNAVAILABLE') pause(kind, error);
  };
}

function causeOf({ code: ours, cause }: ApiError): string {
  const { code, message } = (cause ?? {}) as { code?: unknown; message?: unknown };
  return `${ours} ${code ?? message}`;
}
