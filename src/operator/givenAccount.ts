import { type Account, findAccount, listAccounts } from '../accounts/accountStore.ts';
import type { Database } from '../database/connection.ts';
import { OperatorFault } from '../fault.ts';
import type { Command, Context, Given } from './command.ts';
import { parseIdentifier } from './values.ts';

/** For commands that act on one account. */
export const accountOption = { account: { value: 'ID', help: 'the account', isRequired: true } };

export const givenAccount = (given: Given, context: Context) => existingAccount(given.required('account'), context);

export async function existingAccount(text: string, { database }: Context): Promise<Account> {
  const account = await findAccount(database, parseIdentifier(text, 'the account'));
  if (!account) throw new OperatorFault(`there is no account ${text}`);
  return account;
}

/** For lists of one account or of all. */
export const accountsOption = {
  account: { value: 'ID', help: 'the account' },
  all: { help: 'instead of --account: of all accounts, with the account in each row' },
};

/** The rows of the given account, or those of every account, which then have the account too. */
export async function rowsOfGiven<Row extends object>(
  given: Given,
  context: Context,
  rowsOf: (accountId: string) => Promise<Row[]>,
): Promise<(Row & { accountId?: string; accountName?: string })[]> {
  const isOfAll = given.isSet('all');
  if (isOfAll === (given.text('account') !== undefined))
    throw new OperatorFault(`--account ID or --all is required${isOfAll ? ', not both' : ''}`);
  if (!isOfAll) return rowsOf((await givenAccount(given, context)).accountId);
  const rows = [];
  for (const { accountId, name } of await listAccounts(context.database))
    for (const row of await rowsOf(accountId)) rows.push({ accountId, accountName: name, ...row });
  return rows;
}

/** A command that lists records of one account or of all. */
export const listOfAccounts = <Row>(
  words: string,
  help: string,
  list: (database: Database, accountId: string) => Promise<Row[]>,
  view: (row: Row, context: Context) => object,
): Command => ({
  words,
  help,
  options: accountsOption,
  run: (given, context) =>
    rowsOfGiven(given, context, async (accountId) =>
      (await list(context.database, accountId)).map((row) => view(row, context)),
    ),
});

/** A command that lists records of an account. */
export function listOfAccount<Row>(
  words: string,
  help: string,
  list: (database: Database, accountId: string, context: Context) => Promise<Row[]>,
  view: (row: Row, context: Context) => object,
): Command {
  return {
    words,
    help,
    options: accountOption,
    async run(given, context) {
      const { accountId } = await givenAccount(given, context);
      return (await list(context.database, accountId, context)).map((row) => view(row, context));
    },
  };
}
