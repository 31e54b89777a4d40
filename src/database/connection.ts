import pg from 'pg';
import { type Accounts, namedAccounts } from './accounts.ts';
import { findRoles, type Roles } from './batchesRole.ts';
import { type CheckOut, checkingOut } from './checkOut.ts';
import { type ConnectionTarget, expectWritable, hostsOf, isReadOnly, isReadWrite, startWith } from './connect.ts';
import type { Layout } from './layout/placement.ts';
import { hasShards, lockShardOf } from './layout/shardLock.ts';
import { PlanAge } from './planAge.ts';
import { type Naming, repreparing, withoutNames } from './reprepare.ts';
import { prepareScopes, queryScoped } from './scopedQuery.ts';
import { STATEMENT_TIMEOUT_MS, settingsFor } from './sessionSettings.ts';
import { countError, type DatabaseStatistics, noStatistics } from './statistics.ts';

export type { ConnectionTarget } from './connect.ts';

/** What a store needs: a pool, or one client of it inside a transaction. */
export interface Queryable {
  /** How its tables are laid out; on one PostgreSQL if undefined. */
  layout?: Layout;
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A statement with a name is prepared once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /** Whose rows it may read and write: by default those of the account that is its first value. */
  actsFor?: Accounts;
  /** Whether it takes the account of each row from the row, and may bypass row-level security. */
  isBatch?: true;
}

export interface Database extends Queryable {
  layout: Layout;
  /** The work may be done twice, if the first time was rolled back. */
  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
  pool: pg.Pool;
  statistics: Readonly<DatabaseStatistics>;
}

/** Does the work in a transaction of its own, or in the one that `database` already is. */
export const withTransaction = <Result>(
  database: Queryable | Database,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> => ('transaction' in database ? database.transaction(work) : work(database));

// Ten connections keep two database cores busy with set-based statements, and let several processes fit into
// PostgreSQL's default of a hundred.
export const POOL_SIZE = 10;
/** With a single connection, every statement would wait for a running transaction. */
export const MIN_POOL_SIZE = 2;
const CONNECT_TIMEOUT_MS = 3_000;

const INT8 = 20;
// The driver identifies it by this text only.
const SILENCE = 'Query read timeout';

export function openDatabase(
  target: ConnectionTarget,
  onIdleError: (error: Error) => void = () => {},
  poolSize = POOL_SIZE,
): Database {
  const { layout = 'single' } = target;
  const isPooled = target.pooler === 'transaction';
  // A Citus cluster has no policies: its nodes do not pass on the settings that say for whom, or as which role, a statement acts.
  const isScoped = layout === 'single';
  let roles: Roles;
  let isSharded = false;
  const pool = new pg.Pool({
    ...hostsOf(target)[0],
    ...startWith(target, settingsFor(layout)), // behind a pooler, the role has them
    max: poolSize,
    // One is kept, so that a process that is refused another one has something to wait for.
    min: 1,
    application_name: 'trip-booking-api',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The server's own limit comes first; this one is for a server that no longer responds.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    async onConnect(client) {
      if (isReadWrite(target)) await expectWritable(client);
      if (!isScoped) {
        isSharded = await hasShards(client);
        return;
      }
      roles = await findRoles(client);
      if (!isPooled) await prepareScopes(client);
    },
    types: {
      // Counts and cents are far below 2^53, so numbers are exact.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  pool.on('error', onIdleError);
  const statistics = noStatistics();
  const checkOut = countingWaits(checkingOut(pool, hostsOf(target), CONNECT_TIMEOUT_MS), pool, statistics);
  const planAge = new PlanAge();
  // The session that prepared a statement may not be the one that executes it.
  const prepared = isPooled ? withoutNames : repreparing();
  const run: Run = (client, statement, isInTransaction) =>
    isScoped ? queryScoped(client, statement, { roles, isInTransaction, isPooled }) : client.query(statement);
  const runInTransaction = (): Run => {
    const locked = new Set<string>();
    return async (client, statement, isInTransaction) => {
      if (isSharded) await lockShards(client, statement, locked);
      return run(client, statement, isInTransaction);
    };
  };
  const noteError = (error: Error): never => {
    countError(statistics, error);
    return distrustAfterSilence(pool, error);
  };
  return {
    layout,
    pool,
    statistics,
    query: <Row extends pg.QueryResultRow>(statement: Statement) =>
      prepared((naming) => queryOnce<Row>(checkOut, planAge, run, naming(statement)).catch(noteError)),
    transaction: (work) =>
      prepared((naming) => inTransaction(checkOut, runInTransaction(), layout, naming, work).catch(noteError)),
    close: () => {
      // A server that is stopped right afterwards may still end connections that are being closed.
      pool.off('error', onIdleError).on('error', () => {});
      return pool.end();
    },
  };
}

/**
 * A server that does not even report a timeout is behind a dead connection: the network failed, or a firewall dropped
 * it. The other connections are then dead too, and are replaced before each costs a request its timeout.
 */
function distrustAfterSilence(pool: pg.Pool, error: Error): never {
  if (error.message === SILENCE) {
    for (let idle = pool.idleCount; idle > 0; idle -= 1)
      pool.connect().then(
        (client) => client.release(true),
        () => {}, // then no connection is suspect
      );
  }
  throw error;
}

type Run = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
  isInTransaction: boolean,
) => Promise<pg.QueryResult<Row>>;

/** Before a transaction's first statement for an account. */
async function lockShards(client: pg.ClientBase, statement: Statement, locked: Set<string>): Promise<void> {
  for (const account of namedAccounts(statement)) {
    if (locked.has(account)) continue;
    await client.query({ name: 'lock_shard', text: `SELECT ${lockShardOf('$1::text')}`, values: [account] });
    locked.add(account);
  }
}

/** A connection on which a statement failed is not reused: the connection may be the cause. */
function queryOnce<Row extends pg.QueryResultRow>(
  checkOut: CheckOut,
  planAge: PlanAge,
  run: Run,
  statement: Statement,
) {
  return onClient(checkOut, async (client, distrust) => {
    try {
      if (planAge.isOver(client)) await client.query('DISCARD PLANS');
      return await run<Row>(client, statement, false);
    } catch (error) {
      distrust(error as Error);
      throw error;
    }
  });
}

function inTransaction<Result>(
  checkOut: CheckOut,
  run: Run,
  layout: Layout,
  naming: Naming,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  return onClient(checkOut, async (client, distrust) => {
    try {
      await client.query('BEGIN');
      const result = await work({ layout, query: (statement) => run(client, naming(statement), true) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if ((error as Error).message === SILENCE || isReadOnly(error)) distrust(error as Error);
      else await client.query('ROLLBACK').catch(distrust);
      throw error;
    }
  });
}

/** A free connection, or a new one, or the next that becomes free. Only the last is a wait worth counting. */
function countingWaits(checkOut: CheckOut, pool: pg.Pool, statistics: DatabaseStatistics): CheckOut {
  return () => {
    if (pool.idleCount > 0 || pool.totalCount < pool.options.max) return checkOut();
    const since = performance.now();
    statistics.poolWaits += 1;
    return checkOut().finally(() => {
      statistics.poolWaitSeconds += (performance.now() - since) / 1000;
    });
  };
}

async function onClient<Result>(
  checkOut: CheckOut,
  work: (client: pg.PoolClient, distrust: (fault: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await checkOut();
  let broken: Error | undefined;
  const distrust = (fault: Error) => {
    broken = fault;
  };
  // The pool handles errors of idle clients only; a busy one that loses its connection would otherwise end the process.
  client.on('error', distrust);
  try {
    return await work(client, distrust);
  } finally {
    client.off('error', distrust);
    client.release(broken);
  }
}
