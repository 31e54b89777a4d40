import { shareConnections } from '../database/connectionShare.ts';
import { openConfiguredDatabase } from '../database/open.ts';
import { createMetrics } from '../health/metrics.ts';
import { createCounters } from '../limits/countingInOneProcess.ts';
import { exposeMetrics, onPort, type ServiceDependencies, sayHello, warnOfTiersWithoutLimit } from '../startSteps.ts';
import { startSweeping } from '../trips/idempotencySweep.ts';
import { Crew, type CrewOptions } from './crew.ts';
import { Dealer } from './dealer.ts';
import { GatheredMetrics } from './gatheredMetrics.ts';
import { listenFor } from './listening.ts';

/**
 * The first of several processes. It serves nobody itself: it holds the database, the port and the counters, starts the
 * workers that serve, and minds them.
 */
export async function startFirstProcess(dependencies: ServiceDependencies): Promise<void> {
  const { settings, log, signal, onOpened } = dependencies;
  const store = await openConfiguredDatabase(settings, 'service', log, signal);
  onOpened(() => store.close());
  const poolSize = await shareConnections(store.database, settings.workers, store.isEmbedded);
  await warnOfTiersWithoutLimit(store, dependencies);
  const metrics = new GatheredMetrics(createMetrics(store.database.pool).registry);
  await exposeMetrics(metrics, dependencies);
  const sweep = startSweeping(store.database, log);
  onOpened(() => sweep.stop());

  const dealer = new Dealer();
  const listening = await onPort(settings, () => listenFor(dealer.deal, settings));
  const orders = { target: store.target, poolSize, address: listening.address };
  const watching = watchWorkers(dealer, metrics);
  const crew = new Crew({ size: settings.workers, orders, log, signal, ...watching });
  onOpened(() => crew.stop());
  onOpened(() => listening.close()); // before any worker stops, so that none is given a connection any more
  await crew.start();
  if (!signal.aborted) await sayHello(listening.address, dependencies, store);
}

type Watching = Pick<CrewOptions, 'onServing' | 'onEnded' | 'onMessage'>;

function watchWorkers(dealer: Dealer, metrics: GatheredMetrics): Watching {
  const count = createCounters();
  return {
    onServing(member) {
      metrics.join(member);
      dealer.join(member);
    },
    onEnded(member) {
      dealer.leave(member);
      metrics.leave(member);
    },
    onMessage(member, message) {
      if (message.kind === 'metrics') metrics.receive(message.id, message.metrics);
      if (message.kind === 'count')
        count(message.question).then((answer) => member.send({ kind: 'counted', id: message.id, answer }));
    },
  };
}
