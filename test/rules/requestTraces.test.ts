import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { inOrder } from '../../src/gates/gate.ts';
import { readTraceparent, traceGate, traceRequests } from '../../src/gates/trace.ts';
import { currentScope, type SpanOptions, type Tracer } from '../../src/tracing.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

interface Recorded extends SpanOptions {
  name: string;
  below: string | undefined;
  set: object;
  failure: string | undefined;
  /** What the service was doing when it ended. */
  ends: string[];
}

/** A tracer that remembers its spans. */
function recorder() {
  const spans: Recorded[] = [];
  let now = 'before';
  const tracer: Tracer = {
    start(name, options = {}) {
      const below = currentScope()?.[0]?.traceparent;
      const span: Recorded = { name, ...options, below, set: {}, failure: undefined, ends: [] };
      spans.push(span);
      return {
        traceId: 'our-trace',
        traceparent: name,
        set: (attributes) => Object.assign(span.set, attributes),
        fail: (type) => {
          span.failure = type;
        },
        end: () => void span.ends.push(now),
      };
    },
  };
  return { tracer, spans, note: (what: string) => (now = what) };
}

/** Sends a request, and waits until its response is closed. */
async function trace(url: string, { isOn = true, headers = {} as Record<string, string> } = {}) {
  const { tracer, spans, note } = recorder();
  const app = fastify({ genReqId: () => 'a-request' });
  app.decorateRequest('errorCode', 'INTERNAL_ERROR');
  traceRequests(app, isOn ? tracer : undefined);
  app.addHook('onRequest', inOrder(traceGate));
  let traceId = '';
  let scope: string | undefined;
  const handle = (request: { traceId: string }) => {
    note('handling');
    traceId = request.traceId;
    scope = currentScope()?.[0]?.traceparent;
  };
  app.get('/trips/:id', async (request) => {
    handle(request);
    return 'found';
  });
  app.get('/probe', { config: { isProbe: true } }, async (request) => handle(request));
  app.get('/fails', async (request) => {
    handle(request);
    throw new Error('failed');
  });
  app.get('/refuses', async (request, reply) => {
    handle(request);
    return reply.code(499).send('refused');
  });
  app.addHook('onResponse', async () => {
    note('sent');
  });
  const response = await app.inject({ url, headers });
  await app.close();
  return { spans, traceId, scope, returned: response.headers.traceparent };
}

describe('while tracing is on', () => {
  it('a request is a span below the caller’s, with one for its gates and one for its rules', async () => {
    const { spans, traceId, scope, returned } = await trace('/trips/7', { headers: { traceparent: PARENT } });
    expect(spans).toEqual([
      {
        name: 'GET /trips/:id',
        kind: 'server',
        attributes: { 'http.request.method': 'GET', 'http.route': '/trips/:id', 'app.request_id': 'a-request' },
        caller: PARENT,
        below: undefined,
        set: { 'http.response.status_code': 200 },
        failure: undefined,
        ends: expect.any(Array),
      },
      { name: 'gates', below: 'GET /trips/:id', set: {}, failure: undefined, ends: ['before'] },
      { name: 'rules', below: 'GET /trips/:id', set: {}, failure: undefined, ends: expect.any(Array) },
    ]);
    expect(spans[2]?.ends[0]).toBe('handling');
    expect(spans[0]?.ends).toHaveLength(1);
    expect([traceId, scope, returned]).toEqual(['our-trace', 'rules', 'GET /trips/:id']);
  });

  it('a path without a route has no name of its own', async () => {
    const { spans } = await trace('/nowhere');
    expect([spans[0]?.name, spans[0]?.attributes?.['http.route'], spans[0]?.caller]).toEqual([
      ...['GET unknown', 'unknown', undefined],
    ]);
  });

  it.each([
    ['/fails', 'INTERNAL_ERROR', 500],
    ['/refuses', undefined, 499],
  ])('a failure of ours is marked: %s', async (url, failure, status) => {
    const { spans } = await trace(url);
    expect([spans[0]?.failure, spans[0]?.set]).toEqual([failure, { 'http.response.status_code': status }]);
  });

  it('probes are left out', async () => {
    const { spans, scope, traceId } = await trace('/probe');
    expect([spans, scope, traceId]).toEqual([[], undefined, '']);
  });
});

describe('while tracing is off', () => {
  it('the caller’s trace is named, and its header comes back', async () => {
    const { spans, traceId, returned } = await trace('/trips/7', { isOn: false, headers: { traceparent: PARENT } });
    expect([spans, traceId, returned]).toEqual([[], TRACE, PARENT]);
  });

  it.each([{}, { traceparent: 'nonsense' }])('there is no trace without a valid header: %o', async (headers) => {
    const { traceId, returned } = await trace('/trips/7', { isOn: false, headers });
    expect([traceId, returned]).toEqual(['', undefined]);
  });
});

it.each([
  ['of version 00', PARENT, PARENT],
  ['not sampled', PARENT.replace(/1$/, '0'), PARENT.replace(/1$/, '0')],
  ['of a later version, with more in it', `cc-${PARENT.slice(3)}-what-comes-later`, PARENT],
])('a header %s is read', (_, header, expected) => {
  expect(readTraceparent(header)).toEqual({ traceId: TRACE, traceparent: expected });
});

it.each([
  ['of version ff', `ff-${PARENT.slice(3)}`],
  ['of version 00 with more in it', `${PARENT}-more`],
  ['of a later version with text attached', `cc-${PARENT.slice(3)}.what`],
  ['with a trace of zeros', PARENT.replace(TRACE, '0'.repeat(32))],
  ['with a parent of zeros', PARENT.replace('00f067aa0ba902b7', '0'.repeat(16))],
  ['in upper case', `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`],
  ['too short', PARENT.slice(0, -1)],
  ['with a line break', `${PARENT}\r\nx: y`],
  ['sent twice', `${PARENT}, ${PARENT}`],
  ['that is none', undefined],
])('a header %s is ignored', (_, header) => {
  expect(readTraceparent(header)).toBeUndefined();
});
