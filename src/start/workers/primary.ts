import cluster from 'node:cluster';
import { shareConnections } from '../../database/connectionShare.ts';
import type { OpenDatabase } from '../../database/open.ts';
import { createMetrics } from '../../health/metrics.ts';
import { createCounters } from '../../limits/countingInPrimary.ts';
import { startHousekeeping } from '../housekeeping.ts';
import { exposeMetrics, onPort, openStore, type StartContext } from '../service.ts';
import { printWelcome } from '../welcome.ts';
import { ConnectionDistributor } from './connectionDistributor.ts';
import { PoolMetrics } from './poolMetrics.ts';
import { WorkerPool } from './workerPool.ts';

/**
 * The primary of several processes. It serves no request itself: it holds the database, the port and the rate limit
 * counters, does the housekeeping, and keeps the workers running.
 */
export async function startPrimary(context: StartContext): Promise<void> {
  const { settings, log, signal, onOpened, onDrain } = context;
  const store = await openStore(context);
  const poolSize = await poolSizeOfWorkers(context, store);
  const own = createMetrics(store.database);
  const metrics = new PoolMetrics(own.registry);
  await exposeMetrics(metrics, context);
  startHousekeeping(store.database, own, context);

  const distributor = new ConnectionDistributor();
  const { port } = await onPort(settings, () => distributor.listen(settings.host, settings.port));
  const count = createCounters();
  const pool = new WorkerPool({
    size: settings.workers,
    fork: () => cluster.fork(),
    config: { target: store.target, poolSize, port },
    log,
    signal,
    onServing(worker) {
      metrics.addWorker(worker);
      distributor.addWorker(worker);
    },
    onExit(worker) {
      distributor.removeWorker(worker);
      metrics.removeWorker(worker);
    },
    onMessage(worker, message) {
      if (message.kind === 'metrics') metrics.receive(message.id, message.metrics);
      if (message.kind === 'count')
        count(message.question).then((answer) => worker.send({ kind: 'counted', id: message.id, answer }));
    },
  });
  onOpened(() => pool.stop());
  onDrain(() => pool.drain());
  // Before any worker stops. Messages keep their order, so a worker has every accepted connection before it is asked to stop.
  onOpened(() => distributor.close());
  await pool.start();
  if (!signal.aborted) await printWelcome(port, context, store);
}

/** A pooler has its own limit for the connections to the database, and lets the others wait. */
async function poolSizeOfWorkers({ settings }: StartContext, { database, isEmbedded }: OpenDatabase): Promise<number> {
  const { workers, databasePool: poolSize, databasePooler } = settings;
  if (databasePooler === 'transaction') return poolSize;
  return shareConnections(database, { processes: workers, poolSize, isOurAlone: isEmbedded });
}
