import { isReadOnly } from './connect.ts';
import { isDatabaseUnavailable } from './failures.ts';

/** What the metrics tell about the use of a database. */
export interface DatabaseStatistics {
  /** Failed statements and transactions by the class of their SQLSTATE, or `connection`. */
  errors: Map<string, number>;
  /** How often no connection was free, and how long the statements waited for one. */
  poolWaits: number;
  poolWaitSeconds: number;
}

export const noStatistics = (): DatabaseStatistics => ({ errors: new Map(), poolWaits: 0, poolWaitSeconds: 0 });

/** Counts an error of the database; other errors that a transaction throws do not count. */
export function countError({ errors }: DatabaseStatistics, error: unknown): void {
  const name = classOf(error);
  if (name !== undefined) errors.set(name, (errors.get(name) ?? 0) + 1);
}

function classOf(error: unknown): string | undefined {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  // Only the server's errors have a severity, besides our own of a server that only reads. EPIPE, for one, looks like an SQLSTATE.
  if (typeof code === 'string' && (severity !== undefined || isReadOnly(error))) return code.slice(0, 2);
  return isDatabaseUnavailable(error) ? 'connection' : undefined;
}
