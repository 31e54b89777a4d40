import { type SweepLog, sweepEvery } from '../sweeping.ts';
import { type IndexerDependencies, indexAccounts } from './indexer.ts';

/** Looks for changes every second. Several processes share the work. */
export function startIndexing(
  dependencies: IndexerDependencies & { log: SweepLog },
  everyMs = 1_000,
): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    'check for records to index',
    (isStopped) => indexAccounts(dependencies, isStopped),
    dependencies.log,
  );
}
