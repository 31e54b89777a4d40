import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import type { MetricsSource } from '../health/metrics.ts';
import type { Member } from './crew.ts';
import type { MetricValues } from './messages.ts';

/** A worker that does not answer by then is left out: the others' numbers are still worth having. */
const PATIENCE_MS = 2_000;

/** The metrics of all processes as those of one: sums, and means where a sum would say nothing. */
export class GatheredMetrics implements MetricsSource {
  readonly contentType: Registry['contentType'];
  readonly #own: Registry;
  readonly #members = new Set<Member>();
  readonly #questions = new Map<number, (metrics: MetricValues) => void>();
  readonly #ended: Counter;
  #lastId = 0;

  constructor(own: Registry) {
    this.#own = own;
    this.contentType = own.contentType;
    const members = this.#members;
    new Gauge({
      name: 'workers_serving',
      help: 'Processes that serve at present',
      registers: [own],
      collect() {
        this.set(members.size);
      },
    });
    this.#ended = new Counter({ name: 'workers_ended_total', help: 'Processes that ended', registers: [own] });
  }

  join(member: Member): void {
    this.#members.add(member);
  }

  leave(member: Member): void {
    this.#members.delete(member);
    this.#ended.inc();
  }

  readonly receive = (id: number, metrics: MetricValues): void => this.#questions.get(id)?.(metrics);

  async metrics(): Promise<string> {
    const asked = [...this.#members].map((member) => this.#ask(member));
    const all = await Promise.all([this.#own.getMetricsAsJSON() as Promise<MetricValues>, ...asked]);
    return AggregatorRegistry.aggregate(all).metrics();
  }

  #ask(member: Member): Promise<MetricValues> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise<MetricValues>((resolve) => {
      const patience = setTimeout(() => this.receive(id, []), PATIENCE_MS);
      this.#questions.set(id, (metrics) => {
        clearTimeout(patience);
        this.#questions.delete(id);
        resolve(metrics);
      });
      member.send({ kind: 'gather metrics', id });
    });
  }
}
