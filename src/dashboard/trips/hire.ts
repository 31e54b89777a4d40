import { durationText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { agreedMinutes, type HiredTrip } from '../pricing/hireHours.tsx';
import { tripsWords } from '../words/trips.ts';

/** That the vehicle is hired, and for how long if that is known; null for a ride from pickup to destination. */
export function hireText(trip: HiredTrip, language: Language): string | null {
  if (trip.tripType !== 'AVAILABILITY') return null;
  const title = tripsWords[language].AVAILABILITY;
  const minutes = agreedMinutes(trip);
  return minutes === null ? title : `${title}, ${durationText(minutes).replaceAll(' ', '\u00a0')}`;
}
