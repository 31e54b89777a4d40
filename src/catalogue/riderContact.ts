import type { Queryable } from '../database/connection.ts';
import { type KeptRider, pageOfRiders } from './riderStore.ts';

/** Stored for erased riders, since a rider must have a phone number or an e-mail address (0047_erased_riders.sql). */
const ERASED_EMAIL = 'erased@rider.invalid';

/** A rider's e-mail address; an erased rider has none. */
export const emailOf = ({ email }: { email?: string | null }): string | null =>
  email && email !== ERASED_EMAIL ? email : null;

export type RiderContact = Pick<KeptRider, 'accountId' | 'clientId'> &
  Partial<Record<'phone' | 'email', string | null | undefined>>;

export interface SameContact {
  riders: readonly KeptRider[];
  hasMore: boolean;
}

/** On a page: more would hide the rest of it. */
export const MOST_SAME_CONTACT = 10;

/**
 * The account's other riders with this phone number or e-mail address, compared as in the API's list of clients; newest first.
 * Every booking with the details of a rider adds one, so one person may be several riders.
 */
export async function findSameContact(
  database: Queryable,
  { accountId, clientId, phone, email }: RiderContact,
  most = MOST_SAME_CONTACT,
): Promise<SameContact> {
  const contacts = [
    { phone: phone || undefined, email: undefined },
    { phone: undefined, email: emailOf({ email: email ?? null }) ?? undefined },
  ].filter((contact) => contact.phone ?? contact.email);
  // The rider is among them, and one tells whether there are more.
  const listing = { accountId, page: 1, limit: most + 2 };
  const pages = await Promise.all(contacts.map((contact) => pageOfRiders(database, { ...listing, ...contact })));
  const found = new Map(pages.flatMap(({ rows }) => rows).map((rider) => [rider.clientId, rider]));
  found.delete(clientId);
  const riders = [...found.values()].sort((a, b) => (a.clientId < b.clientId ? 1 : -1));
  return { riders: riders.slice(0, most), hasMore: riders.length > most };
}
