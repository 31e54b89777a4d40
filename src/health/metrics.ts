import { createServer, type Server } from 'node:http';
import type { Pool } from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { OverloadObserver } from '../gates/overload.ts';
import type { RequestObserver } from '../gates/requestLog.ts';

export interface Metrics {
  registry: Registry;
  observeRequest: RequestObserver;
  observeOverload: OverloadObserver;
  /** Counts an attempt to deliver a webhook. */
  observeDelivery(outcome: 'delivered' | 'failed' | 'given_up'): void;
  /** Shows how many deliveries wait, as counted when the metrics are read. */
  watchDeliveries(count: () => Promise<number>): void;
}

export function createMetrics(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  return {
    registry,
    observeRequest: observeIn(durations),
    observeOverload: measureOverload(registry),
    ...measureDeliveries(registry),
  };
}

/** Looks up the series of a request: finding it by labels takes the library longer than counting. */
function observeIn(durations: Histogram): RequestObserver {
  const series = new Map<string, Histogram.Internal<string>>();
  return ({ method, route, status, seconds }) => {
    const name = `${status} ${method} ${route}`;
    let one = series.get(name);
    if (one === undefined) {
      one = durations.labels({ method, route, status });
      series.set(name, one);
    }
    one.observe(seconds);
  };
}

function measureOverload(registry: Registry): OverloadObserver {
  const registers = [registry];
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests refused with 503 because of overload',
    registers,
  });
  return {
    countShed: () => shed.inc(),
    watch(workload) {
      new Gauge({
        name: 'http_requests_under_way',
        help: 'Requests admitted and not yet answered',
        registers,
        collect() {
          this.set(workload.underWay);
        },
      });
      new Gauge({
        name: 'http_requests_under_way_limit',
        help: 'Limit on requests in progress',
        registers,
        collect() {
          this.set(workload.limit);
        },
      });
    },
  };
}

function measureDeliveries(registry: Registry): Pick<Metrics, 'observeDelivery' | 'watchDeliveries'> {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    observeDelivery: (outcome) => attempts.inc({ outcome }),
    watchDeliveries(count) {
      new Gauge({
        name: 'webhook_deliveries_waiting',
        help: 'Events queued for webhook endpoints, by all processes',
        registers: [registry],
        async collect() {
          this.set(await count());
        },
      });
    },
  };
}

/** The metrics in Prometheus format. */
export type MetricsSource = Pick<Registry, 'metrics' | 'contentType'>;

/** On its own port: metrics are for operators, not for clients. */
export function serveMetrics(source: MetricsSource): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end('Metrics are at /metrics.\n');
    source.metrics().then(
      (text) => response.writeHead(200, { 'content-type': source.contentType }).end(text),
      () => response.writeHead(500).end('The metrics cannot be gathered.\n'),
    );
  });
}
