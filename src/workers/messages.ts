import type { AddressInfo } from 'node:net';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { ConnectionTarget } from '../database/connection.ts';
import type { CountAnswer, CountQuestion } from '../limits/countingInOneProcess.ts';

/** What a worker needs to begin. */
export interface Orders {
  target: ConnectionTarget;
  poolSize: number;
  /** Where the first process listens for all. */
  address: AddressInfo;
}

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export type ToWorker =
  | { kind: 'orders'; orders: Orders }
  /** A caller's connection comes with it, unless the caller has left meanwhile. */
  | { kind: 'connection' }
  | { kind: 'counted'; id: number; answer: CountAnswer }
  | { kind: 'gather metrics'; id: number }
  | { kind: 'stop' };

export type FromWorker =
  /** It listens to messages. One sent before would be lost. */
  | { kind: 'here' }
  | { kind: 'serving' }
  /** It could not start, and ends. */
  | { kind: 'failed'; reason: string }
  | { kind: 'count'; id: number; question: CountQuestion }
  | { kind: 'metrics'; id: number; metrics: MetricValues };
