import { indexAccounts } from '../../src/search/indexer.ts';
import type { TestService } from './service.ts';

/** What the job does every second, until nothing is left to do. It fails the test if anything goes wrong. */
export function indexAll({ database, clock }: Pick<TestService, 'database' | 'clock'>): Promise<void> {
  const warn = (...lines: unknown[]) => {
    throw new Error('nothing should go wrong', { cause: lines });
  };
  return indexAccounts({ database, clock: clock.now, log: { warn } });
}
