import { assemble, openRedisCounters } from './assembly.ts';
import { openConfiguredDatabase } from './database/open.ts';
import { createMetrics } from './health/metrics.ts';
import { exposeMetrics, onPort, type ServiceDependencies, sayHello, warnOfTiersWithoutLimit } from './startSteps.ts';
import { prepareStopping } from './stopping.ts';
import { startSweeping } from './trips/idempotencySweep.ts';

/** The service in one process: opens its parts in order, listens, and says hello. */
export async function startService(dependencies: ServiceDependencies): Promise<void> {
  const { settings, log, signal, onOpened } = dependencies;
  const store = await openConfiguredDatabase(settings, 'service', log, signal);
  onOpened(() => store.close());
  const counters = openRedisCounters(dependencies);
  await warnOfTiersWithoutLimit(store, dependencies);
  const metrics = createMetrics(store.database.pool);
  await exposeMetrics(metrics.registry, dependencies);
  const app = assemble(dependencies, { database: store.database, counters, metrics });
  const sweep = startSweeping(store.database, log);
  onOpened(() => sweep.stop());
  const { closeGently } = prepareStopping(app);
  await onPort(settings, () => app.listen({ port: settings.port, host: settings.host }));
  onOpened(closeGently);
  await sayHello(app.server.address(), dependencies, store);
}
