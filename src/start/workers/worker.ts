import type { Socket } from 'node:net';
import { openDatabase } from '../../database/connection.ts';
import { createMetrics } from '../../health/metrics.ts';
import { type AskToCount, type CountAnswer, countInPrimary } from '../../limits/countingInPrimary.ts';
import type { StartContext } from '../service.ts';
import { assemble, openRedisCounters } from '../wiring.ts';
import type { FromWorker, ToWorker, WorkerConfig } from './messages.ts';

type Kind = ToWorker['kind'];
type Message<Which extends Kind> = Extract<ToWorker, { kind: Which }>;

/** A worker's connection to the primary. When the primary is gone, Node ends the worker at once. */
export interface Channel {
  config: Promise<WorkerConfig>;
  /** Resolves once the message is sent. */
  send(message: FromWorker): Promise<void>;
  on<Which extends Kind>(kind: Which, listener: (message: Message<Which>, socket?: Socket) => void): void;
}

export function openChannel(): Channel {
  const listeners = new Map<Kind, (message: ToWorker, socket?: Socket) => void>();
  process.on('message', (message: ToWorker, socket?: Socket) => listeners.get(message.kind)?.(message, socket));
  const on: Channel['on'] = (kind, listener) => {
    listeners.set(kind, listener as (message: ToWorker, socket?: Socket) => void);
  };
  const send: Channel['send'] = (message) =>
    new Promise((resolve) => {
      process.send?.(message, undefined, undefined, () => resolve());
    });
  const config = new Promise<WorkerConfig>((resolve) => on('start', (message) => resolve(message.config)));
  send({ kind: 'ready' });
  return { config, send, on };
}

/** Serves the connections that the primary hands over. */
export async function startWorker(context: StartContext, channel: Channel): Promise<void> {
  const { log, signal, onOpened } = context;
  const config = await Promise.race([channel.config, aborted(signal)]);
  const database = openDatabase(
    config.target,
    (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    config.poolSize,
  );
  onOpened(() => database.close());
  const counters = openRedisCounters(context) ?? countInPrimary('the primary process', askPrimary(channel), log);
  const metrics = createMetrics(database);
  channel.on('collect metrics', async ({ id }) => {
    channel.send({ kind: 'metrics', id, metrics: await metrics.registry.getMetricsAsJSON() });
  });
  const app = assemble(context, { database, counters, metrics, boundPort: () => config.port });
  await app.ready();
  app.server.emit('listening'); // Node checks header and request timeouts from this event on
  onOpened(() => app.drain());
  channel.on('drain', () => {
    app.isReady = false;
  });
  channel.on('connection', (_, socket) => {
    if (socket === undefined) return;
    socket.allowHalfOpen = true; // as Node does for HTTP: a client may end its side before it has the response
    app.server.emit('connection', socket);
  });
  channel.send({ kind: 'serving' });
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

function askPrimary(channel: Channel): AskToCount {
  const pending = new Map<number, (answer: CountAnswer) => void>();
  let lastId = 0;
  channel.on('counted', ({ id, answer }) => {
    pending.get(id)?.(answer);
    pending.delete(id);
  });
  return (question, onAnswer) => {
    lastId += 1;
    pending.set(lastId, onAnswer);
    channel.send({ kind: 'count', id: lastId, question });
  };
}
