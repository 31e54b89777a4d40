import { createHash } from 'node:crypto';
import { OperatorFault } from '../../fault.ts';
import type { Database, Queryable } from '../connection.ts';
import type { Rowset } from '../rowset.ts';
import { hasExtension } from './distribute.ts';
import { HAS_SHARDS, lockShardOf } from './shardLock.ts';

/**
 * What a Citus cluster does for rows of one account in one go. The node that the service is connected to passes the call on to the
 * node that has the account, which runs every statement of it locally: one message there and back instead of one per statement.
 *
 * Citus plans a statement cheaply if it is for one table and one account. So the body is PL/pgSQL with such statements, which
 * stores make of the same fragments as their statements for one PostgreSQL.
 */
export interface AccountFunction<Row = never, Outcome = unknown> {
  /** Ends with a hash of the text: a release that changes it has a function of its own, and the previous one keeps its. */
  name: string;
  definition: string;
  /**
   * All rows must be of this account. Outcomes come in their order. Inside of a transaction, Citus runs the function where the service is
   * connected, which takes longer.
   */
  run(database: Queryable, accountId: string, rows: readonly Row[]): Promise<Outcome[]>;
}

interface FunctionSource<Row> {
  name: string;
  rows: Rowset<Row>;
  /** The columns of its outcomes. */
  returns: string;
  declare: string;
  /** Has `of_account`, and the rows as JSON in `given`. Each outcome has the `ordinal` of its row. */
  body: string;
}

export function accountFunction<Row, Outcome extends object>({
  name,
  rows,
  returns,
  declare,
  body,
}: FunctionSource<Row>): AccountFunction<Row, Outcome> {
  const text = `(of_account text, given json) RETURNS TABLE (ordinal int, ${returns}) LANGUAGE plpgsql AS $function$
#variable_conflict use_column
DECLARE${declare}
BEGIN
  IF ${HAS_SHARDS} THEN PERFORM ${lockShardOf('of_account')}; END IF;${body}
END $function$`;
  const versioned = `${name}_${createHash('sha256').update(text).digest('hex').slice(0, 8)}`;
  return {
    name: versioned,
    definition: `CREATE FUNCTION ${versioned}${text}`,
    async run(database, accountId, given) {
      // Without a name: with a plan for any account, Citus could not pass the call on.
      const result = await database.query<Outcome & { ordinal: number }>({
        text: `SELECT * FROM ${versioned}($1, $2)`,
        values: [accountId, rows.toJson(given)],
      });
      return result.rows.sort((a, b) => a.ordinal - b.ordinal).map(({ ordinal: _, ...outcome }) => outcome as Outcome);
    },
  };
}

/** Creates those that the cluster lacks. Only its coordinator can. */
export async function installFunctions(database: Database, functions: readonly AccountFunction[]): Promise<void> {
  if (database.layout !== 'citus' || (await missingOf(functions, database)).length === 0) return;
  await database.transaction(async (transaction) => {
    await transaction.query({ text: `SELECT pg_advisory_xact_lock(hashtext('account functions'))` });
    const isCluster = await hasExtension(transaction); // tests use them on one PostgreSQL too
    if (isCluster && (await isWorker(transaction)))
      throw new OperatorFault('this release is new to the cluster: start it once with DATABASE_URL of the coordinator');
    for (const { name, definition } of await missingOf(functions, transaction)) {
      await transaction.query({ text: definition });
      if (isCluster)
        await transaction.query({
          text: `SELECT create_distributed_function('${name}(text, json)', 'of_account', colocate_with => 'trips')`,
        });
    }
  });
}

async function missingOf(functions: readonly AccountFunction[], database: Queryable): Promise<AccountFunction[]> {
  const { rows } = await database.query<{ name: string }>({
    text: 'SELECT name FROM unnest($1::text[]) AS name WHERE to_regproc(name) IS NULL',
    values: [functions.map(({ name }) => name)],
  });
  return functions.filter(({ name }) => rows.some((row) => row.name === name));
}

async function isWorker(database: Queryable): Promise<boolean> {
  const { rows } = await database.query<{ isWorker: boolean }>({
    text: 'SELECT groupid <> 0 AS "isWorker" FROM pg_dist_local_group',
  });
  return rows[0]?.isWorker === true;
}
