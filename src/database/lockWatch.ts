import type pg from 'pg';

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

/** Sees through a second session what the first waits for, which cannot ask itself. */
export async function watchLocks(watcher: pg.Client, watched: pg.Client): Promise<LockWatch> {
  const { rows } = await watched.query('SELECT pg_backend_pid() AS pid');
  const look = async (onWaiting: (holders: string[]) => void) => {
    const holders = await blockersOf(watcher, rows[0].pid);
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
export async function advisoryLockHolders(client: pg.Client, key: number): Promise<string[]> {
  const held = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return describeSessions(client, held, key);
}

const blockersOf = (watcher: pg.Client, pid: number) =>
  describeSessions(watcher, 'SELECT unnest(pg_blocking_pids($1)) AS pid', pid);

async function describeSessions(client: pg.Client, selection: string, parameter: number): Promise<string[]> {
  const { rows } = await client.query<LockHolder>(
    `SELECT pid AS process, usename AS user, coalesce(nullif(application_name, ''), backend_type) AS application, state,
            extract(epoch FROM clock_timestamp() - xact_start)::int AS "transactionSeconds"
       FROM (${selection}) AS holder LEFT JOIN pg_stat_activity USING (pid)`,
    [parameter],
  );
  return rows.map(describe);
}

/** Without its statement, which may contain a rider's name. */
function describe({ process, user, application, state, transactionSeconds }: LockHolder): string {
  const known = [user, application, state, transactionSeconds === null ? null : `${transactionSeconds} s`];
  return `process ${process} (${known.filter(Boolean).join(', ')})`;
}
