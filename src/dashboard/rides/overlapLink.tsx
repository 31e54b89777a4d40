import { dateText, hourText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { orErased } from '../riders/riderName.ts';
import { ridePath } from './ridePath.ts';

/** A trip at the time of another one, as a warning names it. */
export interface OverlappingTrip {
  tripId: string;
  scheduledAt: Date;
  riderName: string;
  /** Null for a trip of the account itself. */
  contractorName: string | null;
}

interface OverlapLinkProperties {
  trip: OverlappingTrip;
  language: Language;
  href?: string;
  target?: '_blank';
}

export function OverlapLink({ trip, language, href = ridePath(trip), target }: OverlapLinkProperties) {
  const { scheduledAt, riderName, contractorName } = trip;
  const when = `${dateText(scheduledAt, language)}, ${hourText(scheduledAt, language)}`;
  return (
    <a href={href} target={target}>
      {`${when} ${orErased(riderName, language)}${contractorName === null ? '' : ` (${contractorName})`}`}
    </a>
  );
}
