/**
 * Database errors that are temporary: connection lost or refused, server starting or stopping, out of connections,
 * memory or disk, statement timeout, a transaction that stood still too long, read-only after a failover, deadlock, and a database or user that the server does
 * not know (yet, or any more).
 */
const PASSING_STATES = [/^08/, /^53/, /^57/, /^58/, /^40/, /^25006$/, /^25P0[34]$/, /^55P03$/, /^28/, /^3D000$/];
// Citus's own: another part of the same statement failed and took its intermediate results with it.
const LOST_RESULT = 'CIINF';
const PASSING_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// The driver identifies these by text only.
const PASSING_DRIVER_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not queryable/;

const INTERNAL_ERROR = 'XX000';
// Citus 13.2 and the libpq with which its nodes connect to each other give these the code of an internal error.
const FAILURES_OF_NODES = [
  /^failure on connection marked as essential/,
  /^execution cannot recover from multiple connection failures/,
  /^server closed the connection unexpectedly/,
  /^(could not (receive|send) data (from|to) server|lost synchronization with server|SSL (connection|error|SYSCALL))/,
  /^(no connection to the server|connection not open)/,
  /^postmaster was shut down, exiting/,
  /^(cannot connect to \S+ to fetch intermediate results|failed to read result ".*" from node)/,
  /^failed to prepare transaction '.*' on host/,
  /^could not commit transaction for shard/,
];

/** Another node of a Citus cluster is gone, or refused its part, also because of a lock. */
export const isFailureOfNode = (error: Error & { code?: unknown }): boolean =>
  error.code === LOST_RESULT ||
  (error.code === INTERNAL_ERROR && FAILURES_OF_NODES.some((text) => text.test(error.message)));

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFailureOfNode(error)) return true;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    return PASSING_SYSTEM_ERRORS.has(code) || PASSING_STATES.some((state) => state.test(code));
  }
  return PASSING_DRIVER_TEXTS.test(error.message);
}

const NO_SUCH_PARENT = '23503';

/**
 * The account of a row no longer exists. Accounts are never deleted, but a restore may replace everything by an older
 * backup between a request's authentication and its write. Citus names the constraint in the message alone, with
 * the number of its shard.
 */
export function isAccountGone(error: unknown): boolean {
  const { code, constraint, message } = (error ?? {}) as { code?: unknown; constraint?: unknown; message?: unknown };
  return code === NO_SUCH_PARENT && /_account_id_fkey(_\d+)?"?$/.test(String(constraint ?? message));
}
