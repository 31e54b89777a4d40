import { assemble, openRedisCounters } from '../assembly.ts';
import { openDatabase } from '../database/connection.ts';
import { createMetrics, type Metrics } from '../health/metrics.ts';
import { type AskToCount, type CountAnswer, countInOneProcess } from '../limits/countingInOneProcess.ts';
import type { ServiceDependencies } from '../startSteps.ts';
import { prepareStopping } from '../stopping.ts';
import type { FirstProcess } from './firstProcessSeen.ts';
import { takeConnections } from './takenConnections.ts';

/** One of several processes: serves the connections that the first one gives it. */
export async function startWorker(dependencies: ServiceDependencies, first: FirstProcess): Promise<void> {
  const { log, signal, onOpened } = dependencies;
  const { target, poolSize, address } = await Promise.race([first.orders, aborted(signal)]);
  const database = openDatabase(
    target,
    (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    poolSize,
  );
  onOpened(() => database.close());
  const counters = openRedisCounters(dependencies) ?? countInOneProcess('the first process', askFirst(first), log);
  const metrics = createMetrics(database.pool);
  tellMetrics(first, metrics);
  const app = assemble(dependencies, { database, counters, metrics });
  const { closeGently } = prepareStopping(app);
  const { take } = takeConnections(app.server, address);
  await app.listen({ port: address.port, host: address.address });
  onOpened(closeGently);
  first.onConnection(take);
  first.tell({ kind: 'serving' });
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

function askFirst(first: FirstProcess): AskToCount {
  const asked = new Map<number, (answer: CountAnswer) => void>();
  let lastId = 0;
  first.on('counted', ({ id, answer }) => {
    asked.get(id)?.(answer);
    asked.delete(id);
  });
  return (question, onAnswer) => {
    lastId += 1;
    asked.set(lastId, onAnswer);
    first.tell({ kind: 'count', id: lastId, question });
  };
}

function tellMetrics(first: FirstProcess, { registry }: Metrics): void {
  first.on('gather metrics', async ({ id }) => {
    first.tell({ kind: 'metrics', id, metrics: await registry.getMetricsAsJSON() });
  });
}
