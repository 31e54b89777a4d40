import { dateTimeText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { fullName } from '../riders/riderName.ts';
import { tripsWords } from '../words/trips.ts';
import type { ShownTrip } from './tripReader.ts';

/** What tells a trip from others where people decide about it: its pickup time and its rider. */
export const tripName = ({ trip, details }: ShownTrip, language: Language): string =>
  `${tripsWords[language].tripTitle(dateTimeText(new Date(trip.scheduledPickupTime), language))}, ${fullName(details.rider, language)}`;
