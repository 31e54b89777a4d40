import type { Layout } from './layout/placement.ts';

/**
 * What every session of the service runs with, as PostgreSQL prints it.
 *
 * - The timeouts are for requests: five seconds are more than any of them needs.
 * - Every statement uses keys and is written for one plan that suits any number of rows. PostgreSQL would re-plan some of
 *   them every time, which takes longer than running them, and keep sequential scans planned while tables were small.
 * - A list of a million trips is sorted in memory, and by one process: it should not take cores from short statements.
 */
export const SESSION_SETTINGS = {
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '5s',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  work_mem: '128MB',
  max_parallel_workers_per_gather: '0',
} as const;

/** Citus plans by the values of parameters: they say which node has the rows. */
export const settingsFor = (layout: Layout): Record<string, string> =>
  layout === 'citus' ? { ...SESSION_SETTINGS, plan_cache_mode: 'auto' } : SESSION_SETTINGS;

export const STATEMENT_TIMEOUT_MS = 5_000;

/** For the start of a session. */
export const asOptions = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** For the statements of one transaction. */
export const asStatements = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `SET LOCAL ${name} = '${value}';`)
    .join(' ');
