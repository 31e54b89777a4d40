import type pg from 'pg';
import { ACCOUNTS_SETTING } from './accountPolicy.ts';
import { accountsSetting } from './accounts.ts';
import type { Roles } from './batchesRole.ts';
import type { Statement } from './connection.ts';
import { type Callback, DriverQuery, type Protocol } from './driverQuery.ts';

/** Holds until the transaction ends. No row comes back, so that the driver has nothing to sort out. */
const SET = { name: 'set_local', text: 'SELECT WHERE set_config($1, $2, true) IS NULL' };
type Setting = [name: string, value: string];

/** Where a statement runs. */
export interface Scope {
  roles: Roles;
  /** Whether a statement before it in the same transaction may have been a batch. */
  isInTransaction: boolean;
  /** Whether each transaction may have another session. */
  isPooled: boolean;
}

function settingsOf(statement: Statement, { roles, isInTransaction }: Scope): Setting[] {
  if (statement.isBatch && roles.batches !== null) return [['role', roles.batches]];
  const accounts: Setting = [ACCOUNTS_SETTING, accountsSetting(statement)];
  return isInTransaction && roles.batches !== null ? [['role', roles.own], accounts] : [accounts];
}

/** Prepares a session for scoped queries. */
export const prepareScopes = (client: pg.ClientBase) => client.query({ ...SET, values: [ACCOUNTS_SETTING, ''] });

/**
 * A statement, and before it the settings that say for which accounts, or as which role. The server gets all in one message and
 * executes them in one transaction, so it costs no round trip, and a pooler sends them to one session.
 */
class ScopedQuery extends DriverQuery {
  readonly #settings: Setting[];
  readonly #isPooled: boolean;
  #settingsDone = 0;

  constructor(statement: Statement, scope: Scope, callback: Callback<never>) {
    super({ ...statement, queryMode: 'extended' }, undefined, callback);
    this.#settings = settingsOf(statement, scope);
    this.#isPooled = scope.isPooled;
  }

  override prepare(connection: Protocol): void {
    // The session behind a pooler may not be the one that prepared it.
    const statement = this.#isPooled ? '' : SET.name;
    if (this.#isPooled) connection.parse({ name: '', text: SET.text });
    for (const values of this.#settings) {
      connection.bind({ portal: '', statement, values });
      connection.execute({ portal: '' });
    }
    super.prepare(connection);
  }

  override handleCommandComplete(message: unknown, connection: Protocol): void {
    if (this.#settingsDone === this.#settings.length) super.handleCommandComplete(message, connection);
    else this.#settingsDone += 1;
  }
}

/** Runs a statement for the accounts that it acts for, and for no other. */
export const queryScoped = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
  scope: Scope,
): Promise<pg.QueryResult<Row>> =>
  new Promise<pg.QueryResult<Row>>((resolve, reject) => {
    client.query(
      new ScopedQuery(statement, scope, (error, result) =>
        error ? reject(error) : resolve(result as pg.QueryResult<Row>),
      ),
    );
  }).catch((error: Error) => {
    Error.captureStackTrace(error); // of who asked, not of the socket that brought the answer
    throw error;
  });
