import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type AdmissionRule, DEFAULT_ADMISSION } from './admission.ts';
import { envelope, hasBrokenOff, pathOf, unavailable } from './errorEnvelope.ts';
import { sheddingLog } from './sheddingLog.ts';
import { createWorkload, type Workload } from './workload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Admitted and not yet answered. */
    isUnderWay: boolean;
    /** Refused because it could not be answered in time. */
    isShed: boolean;
  }
}

/** Reports it to operators. */
export interface OverloadObserver {
  countShed(): void;
  watch(workload: Pick<Workload, 'underWay' | 'limit'>): void;
}

interface OverloadOptions {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  observeOverload: OverloadObserver;
  admission?: AdmissionRule;
}

const REFUSAL = unavailable(undefined);

/**
 * Refuses requests that could not be answered in time, so that admitted ones can be. Health probes are not counted and
 * never refused: a busy service must not look like a dead one.
 */
export function overloadGate(app: FastifyInstance, options: OverloadOptions): void {
  const { clock, log, observeOverload, admission = DEFAULT_ADMISSION } = options;
  const workload = createWorkload(admission, performance.now());
  const shedding = sheddingLog(log, admission.busyMs / admission.tickMs);
  observeOverload.watch(workload);
  const clockwork = setInterval(() => {
    workload.tick(performance.now());
    shedding.noteTick();
  }, admission.tickMs).unref();
  app.addHook('onClose', async () => clearInterval(clockwork));

  app.decorateRequest('isShed', false);
  const count = countGate(app, workload);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done();
    if (workload.underWay < workload.limit) {
      count(request, reply);
      return done();
    }
    request.isShed = true;
    shedding.noteRefusal(workload);
    observeOverload.countShed();
    refuse(request, reply, clock());
  });
}

/**
 * Does not throw, which would cost a stack trace, and keeps the connection: a refusal must be cheap for both sides.
 * Only a request for a page gets an error page, since a browser cannot show an envelope.
 */
function refuse(request: FastifyRequest, reply: FastifyReply, now: Date): void {
  if (request.headers.accept?.includes('text/html')) return void reply.send(REFUSAL);
  request.errorCode = REFUSAL.code;
  reply
    .code(REFUSAL.statusCode)
    .headers(REFUSAL.headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope(REFUSAL, pathOf(request.originalUrl), now)));
}

/** The work for a client that disconnected ends by then: the database cancels any statement sooner. */
const MAX_WORK_MS = 10_000;

/** Returns what counts an admitted request until it is answered. */
function countGate(app: FastifyInstance, workload: Workload): (request: FastifyRequest, reply: FastifyReply) => void {
  const begin = (request: FastifyRequest) => {
    request.isUnderWay = true;
    workload.begin();
  };
  const end = (request: FastifyRequest) => {
    if (request.isUnderWay) workload.end();
    request.isUnderWay = false;
  };
  const setAsideIfIncomplete = (request: FastifyRequest) => {
    if (!request.isUnderWay || request.raw.complete) return;
    request.isUnderWay = false;
    workload.setAside();
  };
  app.decorateRequest('isUnderWay', false);
  // A request with a slow body waits for its client, not for us: a few of those must not keep others out.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    setAsideIfIncomplete(request);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.isUnderWay && !request.routeOptions.config.isProbe && !hasBrokenOff(request)) begin(request);
    done();
  });
  // When the response is ready, not when it is sent: a client may read slowly, or disconnect while we still work for
  // it.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request);
    done();
  });
  return (request, reply) => {
    begin(request);
    reply.raw.on('close', () => {
      if (request.isUnderWay) setTimeout(end, MAX_WORK_MS, request).unref();
    });
    // If the client disconnects mid-body, no response is sent. Before Node 24, one queued behind another never closes.
    request.raw.on('close', () => setAsideIfIncomplete(request));
  };
}
