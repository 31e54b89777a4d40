import { dateAndHourText } from '../../web/components/moment.tsx';
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

interface OverlapLinksProperties {
  trips: readonly OverlappingTrip[];
  language: Language;
  hrefOf?: (trip: OverlappingTrip) => string;
  target?: '_blank';
}

/** One below the other. A driver's own trips and rides for contractors have different pages. */
export function OverlapLinks({ trips, language, hrefOf = ridePath, target }: OverlapLinksProperties) {
  return trips.map((trip) => {
    const rider = orErased(trip.riderName, language);
    const contractor = trip.contractorName === null ? '' : ` (${trip.contractorName})`;
    return (
      <p key={trip.tripId} class="breakable">
        <a href={hrefOf(trip)} target={target}>
          {`${dateAndHourText(trip.scheduledAt, language)} ${rider}${contractor}`}
        </a>
      </p>
    );
  });
}
