import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { ConnectionTarget } from '../../database/connection.ts';
import type { CountAnswer, CountQuestion } from '../../limits/countingInPrimary.ts';

export interface WorkerConfig {
  target: ConnectionTarget;
  poolSize: number;
  /** The port on which the primary listens. */
  port: number;
}

export type MetricValues = MetricObjectWithValues<MetricValue<string>>[];

export type ToWorker =
  | { kind: 'start'; config: WorkerConfig }
  /** Comes with a client's socket, unless the client has disconnected meanwhile. */
  | { kind: 'connection' }
  | { kind: 'counted'; id: number; answer: CountAnswer }
  | { kind: 'collect metrics'; id: number }
  /** It goes on serving, but says that it is not ready. */
  | { kind: 'drain' }
  | { kind: 'stop' };

export type FromWorker =
  /** It listens for messages; an earlier one would be lost. */
  | { kind: 'ready' }
  | { kind: 'serving' }
  /** It could not start, and exits. */
  | { kind: 'failed'; reason: string }
  | { kind: 'count'; id: number; question: CountQuestion }
  | { kind: 'metrics'; id: number; metrics: MetricValues };
