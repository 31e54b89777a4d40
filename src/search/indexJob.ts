import { sweepEvery } from '../sweeping.ts';
import { type IndexerDependencies, indexAccounts } from './indexer.ts';

/** Looks for changes every second. Several processes share the work. */
export function startIndexing(dependencies: IndexerDependencies, everyMs = 1_000): { stop(): Promise<void> } {
  return sweepEvery(
    everyMs,
    (isStopped) => indexAccounts(dependencies, isStopped),
    (error) => dependencies.log.warn({ err: error }, 'could not check for records to index; trying again'),
  );
}
