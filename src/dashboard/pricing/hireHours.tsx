import type { Trip } from '../../contract/trip.ts';
import type { TripType } from '../../money/vat.ts';
import { Field } from '../../web/components/form.tsx';
import type { Language } from '../../web/language.ts';
import { quoteWords } from '../words/quotePanel.ts';

/** Longer hires are booked in parts. Overlap warnings look this far ahead and back. */
export const MAX_HIRE_HOURS = 12;
const HOURS = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*h?$/;
const HOURS_AND_MINUTES = /^(\d{1,3})\s*[:h]\s*([0-5]\d)$/;

interface Hire {
  tripType: TripType;
  /** As typed; used only for an hourly hire. */
  hireHours: string;
}

/** How long the vehicle is hired for; undefined if the text does not say so. A ride takes as long as its route. */
export function hiredFor({ tripType, hireHours }: Hire): { hireMinutes?: number } | undefined {
  if (tripType !== 'AVAILABILITY') return {};
  const hireMinutes = readHours(hireHours.toLowerCase());
  return hireMinutes > 0 && hireMinutes <= MAX_HIRE_HOURS * 60 ? { hireMinutes } : undefined;
}

export const hireFault = (language: Language): string => quoteWords[language].hireFault(MAX_HIRE_HOURS);

/** In minutes: 4, 4.5 and 4:30 as well as 4,5 and 4h30. */
function readHours(text: string): number {
  const [, hours, fraction = '0'] = HOURS.exec(text) ?? [];
  if (hours !== undefined) return Math.round(Number(`${hours}.${fraction}`) * 60);
  const [, whole = '0', minutes = '0'] = HOURS_AND_MINUTES.exec(text) ?? [];
  return Number(whole) * 60 + Number(minutes);
}

export type HiredTrip = Pick<Trip, 'tripType' | 'estimatedDurationMinutes'>;

/** How long a trip is a hire for; null for a ride, and below an hour, which is most likely the time of the drive alone. */
export const agreedMinutes = ({ tripType, estimatedDurationMinutes: minutes }: HiredTrip): number | null =>
  tripType === 'AVAILABILITY' && minutes !== null && minutes >= 60 ? minutes : null;

/** As it is typed: 4, or 4:30. */
export function hoursText(trip: HiredTrip): string {
  const minutes = agreedMinutes(trip);
  if (minutes === null || minutes > MAX_HIRE_HOURS * 60) return '';
  const [hours, rest] = [Math.floor(Math.round(minutes) / 60), Math.round(minutes) % 60];
  return rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`;
}

interface HireHoursProperties {
  name: string;
  value: string;
  error?: string | undefined;
  isNext?: boolean;
  language: Language;
}

/** Shown only for an hourly hire. */
export function HireHours({ language, isNext = false, ...field }: HireHoursProperties) {
  const words = quoteWords[language];
  return (
    <div class="hire-hours">
      <Field
        {...field}
        label={words.hireHours}
        hint={words.hireHint}
        inputmode="decimal"
        maxLength={8}
        autocomplete="off"
        autofocus={isNext}
      />
    </div>
  );
}
