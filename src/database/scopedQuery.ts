import pg from 'pg';
import { ACCOUNTS_SETTING } from './accountPolicy.ts';
import { accountsSetting } from './accounts.ts';
import type { Statement } from './connection.ts';

/** Holds until the transaction ends. No row comes back, so that the driver has nothing to sort out. */
const ACT_FOR = {
  name: 'act_for',
  text: `SELECT WHERE set_config('${ACCOUNTS_SETTING}', $1, true) IS NULL`,
};

/** Prepares a session for scoped queries. */
export const prepareScopes = (client: pg.ClientBase) => client.query({ ...ACT_FOR, values: [''] });

/** What the driver's types leave out. */
interface Protocol {
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: string[] }): void;
  execute(message: { portal: string }): void;
}
interface DriverQuery extends pg.Submittable {
  prepare(connection: Protocol): void;
  handleCommandComplete(message: unknown, connection: Protocol): void;
}
type Callback<Row extends pg.QueryResultRow> = (error: Error | undefined, result: pg.QueryResult<Row>) => void;
const DriverQuery = pg.Query as unknown as new (
  statement: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: Callback<never>,
) => DriverQuery;

/**
 * A statement, and before it the setting that says for which accounts. The server gets both in one message and executes them
 * in one transaction, so it costs no round trip, and a pooler sends both to one session.
 */
class ScopedQuery extends DriverQuery {
  readonly #accounts: string;
  readonly #isPooled: boolean;
  #isScoped = false;

  constructor(statement: Statement, isPooled: boolean, callback: Callback<never>) {
    super({ ...statement, queryMode: 'extended' }, undefined, callback);
    this.#accounts = accountsSetting(statement);
    this.#isPooled = isPooled;
  }

  override prepare(connection: Protocol): void {
    // The session behind a pooler may not be the one that prepared it.
    const statement = this.#isPooled ? '' : ACT_FOR.name;
    if (this.#isPooled) connection.parse({ name: '', text: ACT_FOR.text });
    connection.bind({ portal: '', statement, values: [this.#accounts] });
    connection.execute({ portal: '' });
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Protocol): void {
    if (this.#isScoped) super.handleCommandComplete(message, connection);
    this.#isScoped = true;
  }
}

/** Runs a statement for the accounts that it acts for, and for no other. */
export const queryScoped = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
  isPooled: boolean,
): Promise<pg.QueryResult<Row>> =>
  new Promise<pg.QueryResult<Row>>((resolve, reject) => {
    client.query(
      new ScopedQuery(statement, isPooled, (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult<Row>),
      ),
    );
  }).catch((error: Error) => {
    Error.captureStackTrace(error); // of who asked, not of the socket that brought the answer
    throw error;
  });
