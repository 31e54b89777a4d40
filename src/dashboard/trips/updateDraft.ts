import type { Trip } from '../../contract/trip.ts';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { parseId } from '../../identifiers.ts';
import { centsFromEuros, MAX_PRICE_EUR } from '../../money/cents.ts';
import { parseEuros } from '../../money/rateBounds.ts';
import { momentThere } from '../../money/timeZone.ts';
import type { TripUpdate } from '../../trips/updateTrip.ts';
import { moneyText, SHOWN_TIME_ZONE, wallTime } from '../../web/components/moment.tsx';
import { type Form, fieldOf } from '../../web/formBody.ts';
import type { Language } from '../../web/language.ts';
import { eurosText } from '../pricing/rateFields.ts';
import { type Faults, lengthFault } from '../textBounds.ts';
import { tripChangeWords } from '../words/tripChanges.ts';

/** The form of an update as typed. */
export interface UpdateDraft {
  at: string;
  vehicleId: string;
  passengers: string;
  price: string;
  note: string;
}

export const updateDraftOf = (trip: Trip, language: Language): UpdateDraft => ({
  at: wallTime(new Date(trip.scheduledPickupTime)),
  vehicleId: trip.vehicleId ?? '',
  passengers: String(trip.paxNumber),
  price: eurosText(centsFromEuros(trip.price), language),
  note: trip.note ?? '',
});

/** A browser sends line breaks in its own way. */
const tidy = (note: string) => note.replaceAll('\r\n', '\n').trim();

export const readUpdateDraft = (form: Form): UpdateDraft => ({
  at: fieldOf(form, 'at'),
  vehicleId: fieldOf(form, 'vehicleId'),
  passengers: fieldOf(form, 'passengers').trim(),
  price: fieldOf(form, 'price').trim(),
  note: tidy(fieldOf(form, 'note')),
});

/** A note that was not edited stays as it was written. */
const editedNote = (draft: UpdateDraft, { note }: Trip) =>
  draft.note === tidy(note ?? '') ? note : draft.note || null;

/** The update, or the faults of the form. A pickup that is left as it was may be in the past. */
export function checkUpdate(
  draft: UpdateDraft,
  trip: Trip,
  now: Date,
  language: Language,
): { update: TripUpdate; faults: Faults } {
  const words = tripChangeWords[language];
  const faults = new Map<string, string>();
  const current = new Date(trip.scheduledPickupTime);
  const isSameTime = draft.at === wallTime(current);
  const scheduledAt = isSameTime ? current : momentThere(draft.at, SHOWN_TIME_ZONE);
  if (!scheduledAt) faults.set('at', words.timeFault);
  else if (!isSameTime && scheduledAt <= now) faults.set('at', words.pastFault);
  const { min, max } = TRIP_BOUNDS.passengers;
  const paxNumber = /^\d{1,2}$/.test(draft.passengers) ? Number(draft.passengers) : 0;
  if (paxNumber < min || paxNumber > max) faults.set('passengers', words.paxFault(min, max));
  const priceCents = parseEuros(draft.price.replace(',', '.'));
  if (priceCents === undefined)
    faults.set('price', words.priceFault(moneyText(centsFromEuros(MAX_PRICE_EUR), language)));
  const note = lengthFault(draft.note, TRIP_BOUNDS.note, language);
  if (note) faults.set('note', note);
  const vehicleId = draft.vehicleId === '' ? null : parseId(draft.vehicleId);
  if (vehicleId === undefined) faults.set('vehicleId', words.vehicleFault);
  return {
    faults,
    update: {
      scheduledAt: scheduledAt ?? current,
      vehicleId: vehicleId ?? null,
      paxNumber,
      priceCents: priceCents ?? 0,
      note: editedNote(draft, trip),
    },
  };
}
