import pg from 'pg';
import { PlanAge } from './planAge.ts';
import { type Naming, repreparing } from './reprepare.ts';

/** What a store needs: a pool, or one client of it inside a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow>(statement: Statement): Promise<{ rows: Row[]; rowCount: number | null }>;
}

/** A statement with a name is prepared once per connection. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

export interface Database extends Queryable {
  /** The work may be done twice, if the first time was rolled back. */
  transaction<Result>(work: (client: Queryable) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
  pool: pg.Pool;
}

export type ConnectionTarget =
  | { connectionString: string }
  | { host: string; user: string; database: string; options?: string };

// Ten connections keep two database cores busy with set-based statements, and let several processes fit into
// PostgreSQL's default of a hundred.
export const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 3_000;

// Every statement uses keys and is written for one plan that suits any number of rows. PostgreSQL would re-plan some of
// them every time, which takes longer than running them, and keep sequential scans planned while tables were small.
const ONE_PLAN_BY_KEYS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
// A list of a million trips is sorted in memory, and by one process: it should not take cores from short statements.
const LARGE_LISTS = '-c work_mem=128MB -c max_parallel_workers_per_gather=0';

const INT8 = 20;
// The driver identifies it by this text only.
const SILENCE = 'Query read timeout';

export function openDatabase(
  target: ConnectionTarget,
  onIdleError: (error: Error) => void = () => {},
  poolSize = POOL_SIZE,
): Database {
  const pool = new pg.Pool({
    ...target,
    options: `${'options' in target ? (target.options ?? '') : ''} ${ONE_PLAN_BY_KEYS} ${LARGE_LISTS}`,
    max: poolSize,
    application_name: 'trip-booking-api',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    // The server's own limit comes first; this one is for a server that no longer responds.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    types: {
      // Counts and cents are far below 2^53, so numbers are exact.
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  });
  pool.on('error', onIdleError);
  const planAge = new PlanAge();
  const anew = repreparing();
  return {
    pool,
    query: <Row extends pg.QueryResultRow>(statement: Statement) =>
      anew((naming) =>
        queryOnce<Row>(pool, planAge, naming(statement)).catch((error: Error) => distrustAfterSilence(pool, error)),
      ),
    transaction: (work) =>
      anew((naming) => inTransaction(pool, naming, work).catch((error: Error) => distrustAfterSilence(pool, error))),
    close: () => pool.end(),
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

/** A connection on which a statement failed is not reused: the connection may be the cause. */
function queryOnce<Row extends pg.QueryResultRow>(pool: pg.Pool, planAge: PlanAge, statement: Statement) {
  return onClient(pool, async (client, distrust) => {
    try {
      if (planAge.isOver(client)) await client.query('DISCARD PLANS');
      return await client.query<Row>(statement);
    } catch (error) {
      distrust(error as Error);
      throw error;
    }
  });
}

function inTransaction<Result>(
  pool: pg.Pool,
  naming: Naming,
  work: (client: Queryable) => Promise<Result>,
): Promise<Result> {
  return onClient(pool, async (client, distrust) => {
    try {
      await client.query('BEGIN');
      const result = await work({ query: (statement) => client.query(naming(statement)) });
      await client.query('COMMIT');
      return result;
    } catch (error) {
      if ((error as Error).message === SILENCE) distrust(error as Error);
      else await client.query('ROLLBACK').catch(distrust);
      throw error;
    }
  });
}

async function onClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, distrust: (fault: Error) => void) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
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
