import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { type AdmissionRule, USUAL_ADMISSION } from './admission.ts';
import { envelope, hasBrokenOff, pathOf, unavailable } from './errorEnvelope.ts';
import { sheddingLog } from './sheddingLog.ts';
import { createWorkload, type Workload } from './workload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Admitted, and its answer still to be made. */
    isUnderWay: boolean;
    /** Refused because there is more to do than can be done in time. */
    isShed: boolean;
  }
}

/** Whoever shows it to operators. */
export interface OverloadObserver {
  countShed(): void;
  watch(workload: Pick<Workload, 'underWay' | 'limit'>): void;
}

export interface OverloadOptions {
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  observeOverload: OverloadObserver;
  admission?: AdmissionRule;
}

const REFUSAL = unavailable(undefined);

/**
 * Refuses at the door what could not be answered in time, so that what is let in can be. Health probes are not counted and
 * never refused: a busy service must not look like a dead one.
 */
export function overloadGate(app: FastifyInstance, options: OverloadOptions): void {
  const { clock, log, observeOverload, admission = USUAL_ADMISSION } = options;
  const workload = createWorkload(admission, performance.now());
  const shedding = sheddingLog(log, admission.busyMs / admission.tickMs);
  observeOverload.watch(workload);
  const clockwork = setInterval(() => {
    workload.tick(performance.now());
    shedding.noteTick();
  }, admission.tickMs).unref();
  app.addHook('onClose', async () => clearInterval(clockwork));

  app.decorateRequest('isShed', false);
  app.addHook('onRequest', (request, reply, done) => {
    if (workload.underWay < workload.limit || request.routeOptions.config.isProbe) return done();
    request.isShed = true;
    shedding.noteRefusal(workload);
    observeOverload.countShed();
    refuse(request, reply, clock());
  });
  countGate(app, workload);
}

/**
 * Nothing is thrown, which would cost a stack, and the connection is kept: a refusal must be cheap for both sides. Only who asks for a
 * page, and can read no envelope, is answered as this part of the house answers errors.
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

/** What a caller that hung up has left undone ends by then: the database gives up any statement sooner. */
const LONGEST_WORK_MS = 10_000;

function countGate(app: FastifyInstance, workload: Workload): void {
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
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isProbe) return done();
    begin(request);
    reply.raw.on('close', () => {
      if (request.isUnderWay) setTimeout(end, LONGEST_WORK_MS, request).unref();
    });
    // If the client disconnects mid-body, no response is sent; before Node 24, one that waits behind another never closes.
    request.raw.on('close', () => setAsideIfIncomplete(request));
    done();
  });
  // Whose body is slow in coming waits for its caller, not for us: a few of those must not keep others out.
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    setAsideIfIncomplete(request);
    done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (!request.isUnderWay && !request.routeOptions.config.isProbe && !hasBrokenOff(request)) begin(request);
    done();
  });
  // When the answer is made, not when it is sent: a caller may read slowly, or hang up while we still work for it.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request);
    done();
  });
}
