import type { KeptVehicle } from '../../catalogue/vehicleStore.ts';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { parseId } from '../../identifiers.ts';
import { type Cents, centsFromEuros, MAX_PRICE_EUR } from '../../money/cents.ts';
import type { Choice } from '../../web/components/form.tsx';
import { moneyText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { lengthFault } from '../textBounds.ts';
import { readEuros } from '../typedEuros.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { vehiclesWords } from '../words/vehicles.ts';
import { vehicleText } from './rideCards.tsx';

/** The fields that the forms for booking and for changing a trip share, as typed. */
export interface TripFields {
  vehicleId: string;
  passengers: string;
  note: string;
}

/** What the fields say; their faults are added to the others. */
export function checkTripFields(
  fields: TripFields,
  faults: Map<string, string>,
  language: Language,
): { vehicleId: string | null; paxNumber: number; note: string | null } {
  const words = tripChangeWords[language];
  const { min, max } = TRIP_BOUNDS.passengers;
  const paxNumber = /^\d{1,2}$/.test(fields.passengers) ? Number(fields.passengers) : 0;
  if (paxNumber < min || paxNumber > max) faults.set('passengers', words.paxFault(min, max));
  const note = lengthFault(fields.note, TRIP_BOUNDS.note, language);
  if (note) faults.set('note', note);
  const vehicleId = fields.vehicleId === '' ? null : parseId(fields.vehicleId);
  if (vehicleId === undefined) faults.set('vehicleId', words.vehicleFault);
  return { vehicleId: vehicleId ?? null, paxNumber, note: fields.note || null };
}

export function checkPrice(text: string, faults: Map<string, string>, language: Language): Cents | undefined {
  const priceCents = readEuros(text);
  if (priceCents === undefined) {
    const most = moneyText(centsFromEuros(MAX_PRICE_EUR), language);
    faults.set('price', tripChangeWords[language].priceFault(most));
  }
  return priceCents;
}

/** A retired vehicle is offered only to the trip that has it. */
export const vehicleChoices = (
  vehicles: readonly KeptVehicle[],
  language: Language,
  current: string | null = null,
): Choice[] => [
  { value: '', label: tripChangeWords[language].noVehicle },
  ...vehicles
    .filter(({ vehicleId, retiredAt }) => !retiredAt || vehicleId === current)
    .map((vehicle) => ({ value: vehicle.vehicleId, label: labelOf(vehicle, language) })),
];

const labelOf = (vehicle: KeptVehicle, language: Language): string =>
  vehicle.retiredAt ? vehiclesWords[language].retiredName(vehicleText(vehicle)) : vehicleText(vehicle);
