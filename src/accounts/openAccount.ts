import type { Clock } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { newId } from '../identifiers.ts';
import type { Rates } from '../money/rates.ts';
import type { TripType } from '../money/vat.ts';
import { type Account, insertAccount } from './accountStore.ts';
import { type IssuedInvitation, invite } from './invitations.ts';
import { type IssuedKey, issueKey } from './keys.ts';
import { insertPricingScheme } from './pricingSchemeStore.ts';

export type AccountDetails = Pick<Account, 'name' | 'role' | 'apiTier' | 'isVatExempt'>;

export const USUAL_TIME_ZONE = 'Europe/Paris';

/** Ordinary French chauffeur rates: a start to change from, so that a new account can quote at once. */
export const STARTING_RATES: Record<TripType, Rates> = {
  TRIP: { baseCents: 500, perKmCents: 180, perMinuteCents: 35, minimumCents: 1500 },
  AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 75, minimumCents: 4500 },
};

export interface OpenedAccount {
  account: Account;
  key: IssuedKey;
  /** For its owner, if there is an address to invite. */
  invitation: IssuedInvitation | undefined;
}

/** An account with its default pricing scheme, its first key and its owner's invitation, all or nothing. */
export function openAccount(
  database: Database,
  clock: Clock,
  details: AccountDetails,
  ownersEmail: (accountId: string) => string | undefined = () => undefined,
): Promise<OpenedAccount> {
  return database.transaction(async (client) => {
    const account: Account = { accountId: newId(), createdAt: clock(), ...details };
    const { accountId } = account;
    await insertAccount(client, account);
    const scheme = {
      pricingSchemeId: newId(),
      name: 'Standard',
      isDefault: true,
      timeZone: USUAL_TIME_ZONE,
      rates: STARTING_RATES,
      windows: [],
    };
    await insertPricingScheme(client, { accountId, ...scheme }, account.createdAt);
    const email = ownersEmail(accountId);
    return {
      account,
      key: await issueKey(client, clock, accountId, null),
      invitation: email === undefined ? undefined : await invite(client, clock, accountId, email),
    };
  });
}
