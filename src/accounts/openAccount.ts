import { type Note, noteByOperator } from '../audit/audit.ts';
import { DEFAULT_TIME_ZONE, insertFirstPricingScheme, STARTING_RATES } from '../catalogue/pricingSchemeStore.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import { type IssuedKey, issueKey } from '../keys/keys.ts';
import { type Account, insertAccount } from './accountStore.ts';
import { type IssuedInvitation, inviteFirst } from './invitations.ts';

export type AccountDetails = Pick<Account, 'name' | 'role' | 'apiTier' | 'isVatExempt'>;

export interface OpenedAccount {
  account: Account;
  key: IssuedKey;
  /** For the owner, if an e-mail address was given. */
  invitation: IssuedInvitation | undefined;
}

export interface OpeningOptions {
  ownersEmail?: (accountId: string) => string | undefined;
  keyName?: string;
  /** By the operator, unless it says otherwise. */
  note?: (accountId: string) => Note;
}

/**
 * Creates an account with its default pricing scheme, first API key and owner's invitation in one transaction. It only inserts:
 * on a Citus cluster, two that also change or lock rows of tables that all nodes have would wait for each other.
 */
export function openAccount(
  database: Database,
  clock: Clock,
  details: AccountDetails,
  { ownersEmail, keyName = 'First key', note: noteFor = noteByOperator }: OpeningOptions = {},
): Promise<OpenedAccount> {
  return database.transaction(async (client) => {
    const account: Account = { accountId: newId(), createdAt: clock(), ...details };
    const { accountId } = account;
    await insertAccount(client, account);
    const note = noteFor(accountId);
    await note(client, 'ACCOUNT_OPENED');
    const scheme = {
      pricingSchemeId: newId(),
      name: 'Standard',
      isDefault: true,
      timeZone: DEFAULT_TIME_ZONE,
      rates: STARTING_RATES,
      windows: [],
    };
    await insertFirstPricingScheme(client, { accountId, ...scheme }, account.createdAt);
    const key = await issueKey(client, clock, accountId, null, keyName);
    await note(client, 'KEY_ISSUED', { keyId: key.keyId, name: keyName });
    const email = ownersEmail?.(accountId);
    if (email === undefined) return { account, key, invitation: undefined };
    await note(client, 'MEMBER_INVITED', { email, role: 'OWNER' });
    const owner = { accountId, memberId: null, email, name: '', role: 'OWNER' } as const;
    return { account, key, invitation: await inviteFirst(client, clock, owner) };
  });
}
