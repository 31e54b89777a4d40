import { noteByOperator } from '../audit/audit.ts';
import { DEFAULT_TIME_ZONE, insertPricingScheme, STARTING_RATES } from '../catalogue/pricingSchemeStore.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { type IssuedKey, issueKey } from '../keys/keys.ts';
import { type Account, insertAccount } from './accountStore.ts';
import { type IssuedInvitation, invite } from './invitations.ts';

export type AccountDetails = Pick<Account, 'name' | 'role' | 'apiTier' | 'isVatExempt'>;

export interface OpenedAccount {
  account: Account;
  key: IssuedKey;
  /** For the owner, if an e-mail address was given. */
  invitation: IssuedInvitation | undefined;
}

/** Creates an account with its default pricing scheme, first API key and owner's invitation in one transaction. */
export function openAccount(
  database: Database,
  clock: Clock,
  details: AccountDetails,
  ownersEmail: (accountId: string) => string | undefined = () => undefined,
  keyName = 'First key',
): Promise<OpenedAccount> {
  return database.transaction(async (client) => {
    const account: Account = { accountId: newId(), createdAt: clock(), ...details };
    const { accountId } = account;
    await insertAccount(client, account);
    await noteByOperator(accountId)(client, 'ACCOUNT_OPENED');
    const scheme = {
      pricingSchemeId: newId(),
      name: 'Standard',
      isDefault: true,
      timeZone: DEFAULT_TIME_ZONE,
      rates: STARTING_RATES,
      windows: [],
    };
    await insertPricingScheme(client, { accountId, ...scheme }, account.createdAt);
    const email = ownersEmail(accountId);
    return {
      account,
      key: await issueKey(client, clock, accountId, null, keyName),
      invitation:
        email === undefined
          ? undefined
          : await invite(client, clock, { accountId, memberId: null, email, name: '', role: 'OWNER' }),
    };
  });
}
