import { type Account, findAccount } from '../accounts/accountStore.ts';
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

/** A command that lists records of an account. */
export function listOfAccount<Row>(
  words: string,
  help: string,
  list: (database: Database, accountId: string) => Promise<Row[]>,
  view: (row: Row, context: Context) => object,
): Command {
  return {
    words,
    help,
    options: accountOption,
    async run(given, context) {
      const { accountId } = await givenAccount(given, context);
      return (await list(context.database, accountId)).map((row) => view(row, context));
    },
  };
}
