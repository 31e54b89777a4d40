import type { Trip } from '../../contract/trip.ts';
import { centsFromEuros } from '../../money/cents.ts';
import { canPutOff, type TripUpdate } from '../../trips/updateTrip.ts';
import { wallTime, whichTime } from '../../web/components/moment.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { readEdited } from '../filledFields.tsx';
import { hiredFor, hireFault, hoursText } from '../pricing/hireHours.tsx';
import { eurosText } from '../pricing/rateFields.ts';
import type { Faults } from '../textBounds.ts';
import { readText, tidyText } from '../typedText.ts';
import { readPickupTime, timeField } from '../typedTime.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { checkPrice, checkTripFields, type TripFields } from './tripFields.ts';

/** The form of an update as typed. */
export interface UpdateDraft extends TripFields {
  at: string;
  /** Which of two times is meant that look the same; empty for any other time. */
  which: string;
  /** Used only for an hourly hire. */
  hireHours: string;
  price: string;
}

export const updateDraftOf = (trip: Trip, language: Language): UpdateDraft => ({
  at: wallTime(new Date(trip.scheduledPickupTime)),
  which: whichTime(new Date(trip.scheduledPickupTime)) ?? '',
  hireHours: hoursText(trip),
  vehicleId: trip.vehicleId ?? '',
  passengers: String(trip.paxNumber),
  price: eurosText(centsFromEuros(trip.price), language),
  note: trip.note ?? '',
});

const readDraft = (form: Form): UpdateDraft => ({
  at: fieldOf(form, 'at'),
  which: fieldOf(form, 'which'),
  hireHours: readText(form, 'hireHours'),
  vehicleId: fieldOf(form, 'vehicleId'),
  passengers: readText(form, 'passengers'),
  price: readText(form, 'price'),
  note: readText(form, 'note'),
});

/** Conflicts are found by the trip's version: its page shows all changes of others. */
export const readUpdateDraft = (form: Form, trip: Trip, language: Language): UpdateDraft =>
  readEdited(form, { read: readDraft, current: updateDraftOf(trip, language), language }).draft;

/** A text that was not edited stays as it was written. */
const editedText = (typed: string, stored: string | null) =>
  typed === tidyText(stored ?? '') ? stored : typed || null;

/** Only the duration of an hourly hire is agreed with the rider. One that was not typed anew stays, even if the form cannot show it. */
function checkDuration(draft: UpdateDraft, trip: Trip, faults: Map<string, string>, language: Language): number | null {
  const { tripType, estimatedDurationMinutes } = trip;
  if (draft.hireHours === updateDraftOf(trip, language).hireHours) return estimatedDurationMinutes;
  const hire = hiredFor({ tripType, hireHours: draft.hireHours });
  if (!hire) faults.set('hireHours', hireFault(language));
  return hire?.hireMinutes ?? estimatedDurationMinutes;
}

/** The update, or the faults of the form. A pickup that is left as it was may be in the past. */
export function checkUpdate(
  draft: UpdateDraft,
  trip: Trip,
  now: Date,
  language: Language,
): { update: TripUpdate; faults: Faults } {
  const faults = new Map<string, string>();
  const current = new Date(trip.scheduledPickupTime);
  const isSameTime = draft.at === wallTime(current) && draft.which === (whichTime(current) ?? draft.which);
  const time = isSameTime ? { moment: current } : readPickupTime(draft, now, language);
  const scheduledAt = 'moment' in time ? time.moment : current;
  if (!isSameTime && !canPutOff(trip.status)) faults.set('at', tripChangeWords[language].isPickedUp);
  else if ('fault' in time) faults.set(timeField(time), time.fault);
  const estimatedDurationMinutes = checkDuration(draft, trip, faults, language);
  const fields = checkTripFields(draft, faults, language);
  const priceCents = checkPrice(draft.price, faults, language);
  const note = editedText(draft.note, trip.note);
  return { faults, update: { ...fields, note, scheduledAt, estimatedDurationMinutes, priceCents: priceCents ?? 0 } };
}
