import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import type { MetricsSource } from '../../health/metrics.ts';
import type { MetricValues } from './messages.ts';
import type { PoolWorker } from './workerPool.ts';

/** A worker that does not answer by then is left out, so that the others' numbers are still reported. */
const TIMEOUT_MS = 2_000;

/** The metrics of the primary and all workers as those of one process: sums, or averages where a sum makes no sense. */
export class PoolMetrics implements MetricsSource {
  readonly contentType: Registry['contentType'];
  readonly #own: Registry;
  readonly #workers = new Set<PoolWorker>();
  readonly #pending = new Map<number, (metrics: MetricValues) => void>();
  readonly #exits: Counter;
  #lastId = 0;

  constructor(own: Registry) {
    this.#own = own;
    this.contentType = own.contentType;
    const workers = this.#workers;
    new Gauge({
      name: 'workers_serving',
      help: 'Worker processes that serve requests',
      registers: [own],
      collect() {
        this.set(workers.size);
      },
    });
    this.#exits = new Counter({ name: 'workers_ended_total', help: 'Worker processes that exited', registers: [own] });
  }

  addWorker(worker: PoolWorker): void {
    this.#workers.add(worker);
  }

  removeWorker(worker: PoolWorker): void {
    this.#workers.delete(worker);
    this.#exits.inc();
  }

  receive(id: number, metrics: MetricValues): void {
    this.#pending.get(id)?.(metrics);
  }

  async metrics(): Promise<string> {
    const collected = [...this.#workers].map((worker) => this.#collect(worker));
    const all = await Promise.all([this.#own.getMetricsAsJSON() as Promise<MetricValues>, ...collected]);
    return AggregatorRegistry.aggregate(all).metrics();
  }

  #collect(worker: PoolWorker): Promise<MetricValues> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const timeout = setTimeout(() => this.receive(id, []), TIMEOUT_MS);
      this.#pending.set(id, (metrics) => {
        clearTimeout(timeout);
        this.#pending.delete(id);
        resolve(metrics);
      });
      worker.send({ kind: 'collect metrics', id });
    });
  }
}
