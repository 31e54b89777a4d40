import type { Queryable } from './connection.ts';

/** A session that blocks another one. Members that our user may not see are null. */
interface LockHolder {
  process: number;
  user: string | null;
  /** Its application name, or its kind: autovacuum has no name. */
  application: string | null;
  state: string | null;
  transactionSeconds: number | null;
}

export interface LockWatch {
  /** While `work` runs, checks now and then which sessions block it, and reports them. */
  during<Result>(everyMs: number, onWaiting: (holders: string[]) => void, work: Promise<Result>): Promise<Result>;
}

/** Sees through one session what those of an application wait for, which cannot ask themselves. */
export function watchLocks(watcher: Queryable, application: string): LockWatch {
  const look = async (onWaiting: (holders: string[]) => void) => {
    const holders = await blockersOf(watcher, application);
    if (holders.length > 0) onWaiting(holders);
  };
  return {
    async during(everyMs, onWaiting, work) {
      let looking: Promise<void> | undefined;
      const timer = setInterval(() => {
        looking = look(onWaiting).catch(() => {}); // not knowing the blocker is no reason to stop
      }, everyMs);
      try {
        return await work;
      } finally {
        clearInterval(timer);
        await looking;
      }
    },
  };
}

/** Who holds an advisory lock of this database. */
export async function advisoryLockHolders(client: Queryable, key: number): Promise<string[]> {
  const held = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return describeSessions(client, held, key);
}

async function blockersOf(watcher: Queryable, application: string): Promise<string[]> {
  return describeSessions(
    watcher,
    `SELECT DISTINCT unnest(pg_blocking_pids(pid)) AS pid FROM pg_stat_activity
      WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock'`,
    application,
  );
}

async function describeSessions(client: Queryable, selection: string, parameter: number | string): Promise<string[]> {
  const { rows } = await client.query<LockHolder>({
    text: `SELECT pid AS process, usename AS user, coalesce(nullif(application_name, ''), backend_type) AS application, state,
                  extract(epoch FROM clock_timestamp() - xact_start)::int AS "transactionSeconds"
             FROM (${selection}) AS holder LEFT JOIN pg_stat_activity USING (pid)`,
    values: [parameter],
  });
  return rows.map(describe);
}

/** Without its statement, which may contain a rider's name. */
function describe({ process, user, application, state, transactionSeconds }: LockHolder): string {
  const known = [user, application, state, transactionSeconds === null ? null : `${transactionSeconds} s`];
  return `process ${process} (${known.filter(Boolean).join(', ')})`;
}
