import {
  findSameContact,
  MOST_SAME_CONTACT,
  type RiderContact,
  type SameContact,
} from '../../catalogue/riderContact.ts';
import type { Queryable } from '../../database/connection.ts';
import { Card } from '../../web/components/notice.tsx';
import type { Language } from '../../web/language.ts';
import type { PageNotice } from '../visit.ts';
import { ridersWords } from '../words/riders.ts';
import { contactLine, fullName } from './riderName.ts';
import { RIDERS_PATH } from './riderTable.tsx';

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
      {hasMore && <p class="hint">{ridersWords[language].onlyNewest(MOST_SAME_CONTACT)}</p>}
    </>
  );
}
