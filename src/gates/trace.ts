import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Span, type Tracer, withinScope } from '../tracing.ts';
import type { Gate } from './gate.ts';
import { statusOf } from './requestLog.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The identifier of the caller's trace, or of ours while tracing is on; otherwise empty. */
    traceId: string;
    /** While tracing is on: the request, and what is being done for it now. */
    spans: { request: Span; step: Span } | null;
  }
}

// Of a later version, only what version 00 has too is read, as W3C Trace Context asks for.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-((?!0{32})[0-9a-f]{32})-((?!0{16})[0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The header in version 00, or undefined if it is invalid: then it is ignored. */
export function readTraceparent(header: unknown): { traceId: string; traceparent: string } | undefined {
  const [, version, traceId, parentId, flags, rest] = TRACEPARENT.exec(typeof header === 'string' ? header : '') ?? [];
  if (traceId === undefined || (version === '00' && rest !== undefined)) return undefined;
  return { traceId, traceparent: `00-${traceId}-${parentId}-${flags}` };
}

/**
 * Names the caller's trace in the log lines and the response of a request. This part is all that happens while tracing is off:
 * the header goes back unchanged, since no span of ours stands between.
 */
export const traceGate: Gate = (request, reply) => {
  if (request.headers.traceparent === undefined || request.spans !== null) return;
  const caller = readTraceparent(request.headers.traceparent);
  if (caller === undefined) return;
  request.traceId = caller.traceId;
  reply.header('traceparent', caller.traceparent);
};

/** Traces every request but probes: as a whole, its gates, and its rules from the valid request to the response. */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('traceId', '');
  app.decorateRequest('spans', null);
  if (tracer === undefined) return;
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done();
    begin(tracer, request, reply);
    inStep(tracer, request, 'gates', done);
  });
  // The context of the hook above is lost where a body is read.
  app.addHook('preHandler', (request, _reply, done) => inStep(tracer, request, 'rules', done));
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.spans?.step.end();
    done();
  });
}

function begin(tracer: Tracer, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions } = request;
  const route = routeOptions.url ?? 'unknown';
  const span = tracer.start(`${method} ${route}`, {
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route, 'app.request_id': request.id },
    caller: readTraceparent(request.headers.traceparent)?.traceparent,
  });
  request.spans = { request: span, step: span };
  request.traceId = span.traceId;
  reply.header('traceparent', span.traceparent);
  reply.raw.on('close', () => {
    request.spans?.step.end();
    span.set({ 'http.response.status_code': statusOf(reply) });
    if (reply.statusCode >= 500) span.fail(request.errorCode);
    span.end();
  });
}

/** Ends the previous step, and goes on within a span of the next one. */
function inStep(tracer: Tracer, { spans }: FastifyRequest, name: 'gates' | 'rules', done: () => void): void {
  if (spans === null) {
    done();
    return;
  }
  if (spans.step !== spans.request) spans.step.end();
  spans.step = withinScope([spans.request], () => tracer.start(name));
  withinScope([spans.step], done);
}
