import { type Account, findAccount } from '../accounts/accountStore.ts';
import { type Context, type Given, OperatorFault } from './command.ts';
import { parseIdentifier } from './values.ts';

/** For commands that act on one account. */
export const accountOption = { account: { value: 'ID', help: 'the account', isRequired: true } };

export const givenAccount = (given: Given, context: Context) => existingAccount(given.required('account'), context);

export async function existingAccount(text: string, { database }: Context): Promise<Account> {
  const account = await findAccount(database, parseIdentifier(text, 'the account'));
  if (!account) throw new OperatorFault(`there is no account ${text}`);
  return account;
}
