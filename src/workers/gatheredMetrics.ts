import { AggregatorRegistry, Counter, Gauge, type Registry } from 'prom-client';
import type { MetricsSource } from '../health/metrics.ts';
import type { Crew, Member } from './crew.ts';
import type { MetricValues } from './messages.ts';

/** A worker that does not answer by then is left out: the others' numbers are still worth having. */
const PATIENCE_MS = 2_000;

/** The metrics of all processes as those of one: sums, and means where a sum would say nothing. */
export class GatheredMetrics implements MetricsSource {
  readonly contentType: Registry['contentType'];
  readonly #own: Registry;
  readonly #crew: () => Pick<Crew, 'serving'> | undefined;
  readonly #questions = new Map<number, (metrics: MetricValues) => void>();
  readonly #ended: Counter;
  #lastId = 0;

  constructor(own: Registry, crew: () => Pick<Crew, 'serving'> | undefined) {
    this.#own = own;
    this.#crew = crew;
    this.contentType = own.contentType;
    new Gauge({
      name: 'workers_serving',
      help: 'Processes that serve at present',
      registers: [own],
      collect() {
        this.set(crew()?.serving.size ?? 0);
      },
    });
    this.#ended = new Counter({ name: 'workers_ended_total', help: 'Processes that ended', registers: [own] });
  }

  readonly noteEnd = (): void => this.#ended.inc();

  readonly receive = (id: number, metrics: MetricValues): void => this.#questions.get(id)?.(metrics);

  async metrics(): Promise<string> {
    const asked = [...(this.#crew()?.serving ?? [])].map((member) => this.#ask(member));
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
