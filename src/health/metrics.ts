import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/connection.ts';
import type { OverloadObserver } from '../gates/overload.ts';
import type { RequestObserver } from '../gates/requestLog.ts';
import type { SharedCounters } from '../limits/sharedCounters.ts';

const DELIVERY_OUTCOMES = ['delivered', 'failed', 'given_up'] as const;

export interface Metrics {
  registry: Registry;
  observeRequest: RequestObserver;
  observeOverload: OverloadObserver;
  /** Counts an attempt to deliver a webhook. */
  observeDelivery(outcome: (typeof DELIVERY_OUTCOMES)[number]): void;
  /** Shows how many deliveries wait, as counted when the metrics are read. */
  watchDeliveries(count: () => Promise<number>): void;
  /** Shows whether the counters of rate limits that processes share are reachable. */
  watchCounters(counters: Pick<SharedCounters, 'name' | 'isUnavailable'>): void;
  /** Shows migrations and backups, as read when the metrics are read. */
  watchUpkeep(upkeep: Upkeep): void;
  /** Shows how far the clock is ahead of the database's, as compared when the metrics are read. */
  watchClock(offsetSeconds: () => Promise<number>): void;
}

/** What the database says about its own upkeep. */
interface Upkeep {
  countMigrations(): Promise<{ applied: number; waiting: number }>;
  /** Null if there is none. */
  findLastBackup(): Promise<Date | null>;
}

export function createMetrics(database: Pick<Database, 'pool' | 'statistics'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  measureDatabase(registry, database);
  return {
    registry,
    observeRequest: observeIn(durations),
    observeOverload: measureOverload(registry),
    ...measureDeliveries(registry),
    watchCounters: (counters) => measureCounters(registry, counters),
    watchUpkeep: (upkeep) => measureUpkeep(registry, upkeep),
    watchClock: (offsetSeconds) => measureClock(registry, offsetSeconds),
  };
}

function measureDatabase(registry: Registry, { pool, statistics }: Pick<Database, 'pool' | 'statistics'>): void {
  const registers = [registry];
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database and requests that wait for one',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  new Counter({
    name: 'database_errors_total',
    help: 'Failed statements and transactions by class of SQLSTATE, or "connection"',
    labelNames: ['class'],
    registers,
    collect() {
      this.reset();
      for (const [name, count] of statistics.errors) this.inc({ class: name }, count);
    },
  });
  new Counter({
    name: 'database_pool_waits_total',
    help: 'Statements that had to wait because every connection was in use',
    registers,
    collect() {
      this.reset();
      this.inc(statistics.poolWaits);
    },
  });
  new Counter({
    name: 'database_pool_wait_seconds_total',
    help: 'How long statements have waited because every connection was in use',
    registers,
    collect() {
      this.reset();
      this.inc(statistics.poolWaitSeconds);
    },
  });
}

function measureCounters(registry: Registry, counters: Pick<SharedCounters, 'name' | 'isUnavailable'>): void {
  new Gauge({
    name: 'rate_limit_counters_up',
    help: '1 if rate limits are counted together in the store, 0 while each process counts on its own',
    labelNames: ['store'],
    aggregator: 'min', // one worker on its own is enough for a limit to be exceeded
    registers: [registry],
    collect() {
      this.set({ store: counters.name }, counters.isUnavailable() ? 0 : 1);
    },
  });
}

function measureUpkeep(registry: Registry, upkeep: Upkeep): void {
  const registers = [registry];
  new Gauge({
    name: 'database_migrations',
    help: 'Migrations that are applied, and contract migrations that wait for "trips migrate --contract"',
    labelNames: ['state'],
    registers,
    async collect() {
      const counts = await readOrNothing(upkeep.countMigrations);
      this.reset();
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When "trips backup" last succeeded, or 0 if it has not since the last restore',
    registers,
    async collect() {
      const at = await readOrNothing(upkeep.findLastBackup);
      if (at === undefined) this.remove();
      else this.set((at?.getTime() ?? 0) / 1000);
    },
  });
}

function measureClock(registry: Registry, offsetSeconds: () => Promise<number>): void {
  new Gauge({
    name: 'clock_offset_seconds',
    help: 'How far the clock of this machine is ahead of that of the database; negative if it is behind',
    registers: [registry],
    async collect() {
      const offset = await readOrNothing(offsetSeconds);
      if (offset === undefined) this.remove();
      else this.set(offset);
    },
  });
}

/** While the database cannot tell, the numbers that come from it are missing, and all others are there. */
const readOrNothing = <Value>(read: () => Promise<Value>): Promise<Value | undefined> => read().catch(() => undefined);

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
  // Prometheus sees an increase only in a series that it has seen before.
  for (const outcome of DELIVERY_OUTCOMES) attempts.inc({ outcome }, 0);
  return {
    observeDelivery: (outcome) => attempts.inc({ outcome }),
    watchDeliveries(count) {
      new Gauge({
        name: 'webhook_deliveries_waiting',
        help: 'Events queued for webhook endpoints, by all processes',
        registers: [registry],
        async collect() {
          const waiting = await readOrNothing(count);
          if (waiting === undefined) this.remove();
          else this.set(waiting);
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
