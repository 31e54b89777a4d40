import { createDemoAccount } from '../../src/accounts/demoAccount.ts';
import type { AccountDetails } from '../../src/accounts/openAccount.ts';
import type { Database } from '../../src/database/connection.ts';

export interface Account {
  accountId: string;
  apiKey: string;
}

export async function openAccounts(
  database: Database,
  kinds: readonly Omit<AccountDetails, 'name'>[],
): Promise<Account[]> {
  const accounts: Account[] = [];
  for (const kind of kinds) {
    const { account, key } = await createDemoAccount(database, () => new Date(), kind);
    accounts.push({ accountId: account.accountId, apiKey: key.apiKey });
  }
  return accounts;
}
