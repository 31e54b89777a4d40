import type { Trip } from '../../contract/trip.ts';
import { durationText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { tripsWords } from '../words/trips.ts';

type Hire = Pick<Trip, 'tripType' | 'estimatedDurationMinutes'>;

/** That the vehicle is hired, and for how long if that is known; null for a ride from pickup to destination. */
export function hireText({ tripType, estimatedDurationMinutes: minutes }: Hire, language: Language): string | null {
  if (tripType !== 'AVAILABILITY') return null;
  const title = tripsWords[language].AVAILABILITY;
  return minutes === null ? title : `${title}, ${durationText(minutes).replaceAll(' ', '\u00a0')}`;
}
