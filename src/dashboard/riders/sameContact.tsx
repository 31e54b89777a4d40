import { type KeptRider, pageOfRiders } from '../../catalogue/riderStore.ts';
import type { Queryable } from '../../database/connection.ts';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { PageNotice } from '../visit.ts';
import { ridersWords } from '../words/riders.ts';
import { contactLine, emailOf, fullName } from './riderName.ts';
import { RIDERS_PATH } from './riderTable.tsx';

export type RiderContact = Pick<KeptRider, 'accountId' | 'clientId'> &
  Partial<Record<'phone' | 'email', string | null | undefined>>;

export interface SameContact {
  riders: readonly KeptRider[];
  hasMore: boolean;
}

// More would hide the rest of the page.
const MOST_SHOWN = 10;

/**
 * The account's other riders with this phone number or e-mail address, compared as in the API's list of clients; newest first.
 * Every booking with the details of a rider adds one, so one person may be several riders.
 */
export async function findSameContact(
  database: Queryable,
  { accountId, clientId, phone, email }: RiderContact,
): Promise<SameContact> {
  const contacts = [
    { phone: phone || undefined, email: undefined },
    { phone: undefined, email: emailOf({ email: email ?? null }) ?? undefined },
  ].filter((contact) => contact.phone ?? contact.email);
  // The rider is among them, and one tells whether there are more.
  const listing = { accountId, page: 1, limit: MOST_SHOWN + 2 };
  const pages = await Promise.all(contacts.map((contact) => pageOfRiders(database, { ...listing, ...contact })));
  const found = new Map(pages.flatMap(({ rows }) => rows).map((rider) => [rider.clientId, rider]));
  found.delete(clientId);
  const riders = [...found.values()].sort((a, b) => (a.clientId < b.clientId ? 1 : -1));
  return { riders: riders.slice(0, MOST_SHOWN), hasMore: riders.length > MOST_SHOWN };
}

/** What was done for a new rider, with a warning if others have the same phone number or e-mail address. */
export async function newRiderNotice(
  database: Queryable,
  rider: RiderContact,
  text: string,
  language: Language,
): Promise<PageNotice> {
  const { riders } = await findSameContact(database, rider);
  const [other] = riders;
  if (!other) return { kind: 'good', text };
  const words = ridersWords[language];
  // The page of the new rider lists all others.
  const { clientId } = riders.length === 1 ? other : rider;
  return {
    kind: 'warn',
    text: `${text} ${words.contactTaken(riders.length)}`,
    link: { href: `${RIDERS_PATH}/${clientId}`, title: words.seeOthers(riders.length) },
  };
}

interface SameContactProperties {
  language: Language;
  others: SameContact;
}

export function SameContactCard({ language, others }: SameContactProperties) {
  if (others.riders.length === 0) return null;
  return (
    <Card title={ridersWords[language].sameContact}>
      <SameContactList language={language} others={others} />
    </Card>
  );
}

export function SameContactList({ language, others: { riders, hasMore } }: SameContactProperties) {
  return (
    <>
      <ul class="links">
        {riders.map((rider) => (
          <li key={rider.clientId}>
            <a href={`${RIDERS_PATH}/${rider.clientId}`}>{fullName(rider, language)}</a>{' '}
            <span class="hint">{contactLine(rider)}</span>
          </li>
        ))}
      </ul>
      {hasMore && <p class="hint">{ridersWords[language].onlyNewest(MOST_SHOWN)}</p>}
    </>
  );
}
