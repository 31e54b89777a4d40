import type { PricingScheme } from '../../catalogue/pricingSchemeStore.ts';
import type { ServiceTier } from '../../catalogue/serviceTierStore.ts';
import type { KeptVehicle } from '../../catalogue/vehicleStore.ts';
import type { CreateTripRequest } from '../../contract/trip.ts';
import { TRIP_BOUNDS } from '../../contract/values.ts';
import { parseId } from '../../identifiers.ts';
import { eurosFromCents } from '../../money/cents.ts';
import { KNOWN_PLACES } from '../../places/gazetteer/knownPlaces.ts';
import { normaliseName } from '../../places/gazetteer/normalise.ts';
import { isNamed, type Place } from '../../places/place.ts';
import type { BookingResult } from '../../trips/booker.ts';
import type { Language } from '../../web/language.ts';
import { hiredFor, hireFault } from '../pricing/hireHours.tsx';
import { checkRider } from '../riders/riderDraft.ts';
import { type Faults, lengthFault } from '../textBounds.ts';
import { checkPrice, checkTripFields } from '../trips/tripFields.ts';
import { readPickupTime, timeField } from '../typedTime.ts';
import { bookingWords } from '../words/booking.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { type BookingDraft, type BookingForm, isRiderMissing, NEW_RIDER } from './bookingDraft.ts';
import { type FoundAddress, rideOf, type Understood } from './understanding.ts';

/** What the form offers to choose from: nothing that is retired. */
export interface BookingChoices {
  tiers: readonly ServiceTier[];
  schemes: readonly PricingScheme[];
  vehicles: readonly KeptVehicle[];
}

interface Checked {
  draft: BookingDraft;
  understood: Understood;
  choices: BookingChoices;
  now: Date;
  language: Language;
}

/** The request that the API would get for this form, or the form's faults. */
export function checkBooking({
  draft,
  understood,
  choices,
  now,
  language,
}: Checked): { request: CreateTripRequest } | { faults: Faults } {
  const faults = new Map<string, string>();
  const { pickup, dropoff } = understood;
  if ('fault' in pickup) faults.set('pickup', pickup.fault);
  if ('fault' in dropoff) faults.set('dropoff', dropoff.fault);
  const time = readPickupTime(draft, now, language);
  if ('fault' in time) faults.set(timeField(time), time.fault);
  if (!hiredFor(draft)) faults.set('hireHours', hireFault(language));
  checkChoices(draft, choices, faults, language);
  const price = priceOf(draft, understood, faults, language);
  const { vehicleId, paxNumber, note } = checkTripFields(draft, faults, language);
  const { serviceTierId, externalReference } = draft;
  const referenceFault = lengthFault(externalReference, TRIP_BOUNDS.externalReference, language);
  if (referenceFault) faults.set('externalReference', referenceFault);
  const rider = checkedRider(draft, faults, language);
  const isComplete = 'place' in pickup && 'place' in dropoff && 'moment' in time && price;
  if (faults.size > 0 || !isComplete) return { faults };
  return {
    request: {
      ...{ paxNumber, tripType: draft.tripType, ...rider, ...price },
      pickup: addressOf(draft.pickup, pickup.place),
      dropoff: addressOf(draft.dropoff, dropoff.place),
      scheduledAt: time.moment.toISOString(),
      ...(vehicleId && { vehicleId }),
      ...(serviceTierId && { serviceTierId }),
      ...(note && { note }),
      ...(externalReference && { externalReference }),
      ...estimates(draft, understood),
    },
  };
}

/** Without these the price could not be calculated; the vehicle is checked when the trip is booked. */
function checkChoices(
  { serviceTierId, pricingSchemeId }: BookingDraft,
  { tiers, schemes }: BookingChoices,
  faults: Map<string, string>,
  language: Language,
): void {
  const words = bookingWords[language];
  if (serviceTierId !== '' && !tiers.some((tier) => tier.serviceTierId === serviceTierId))
    faults.set('serviceTierId', words.categoryFault);
  if (pricingSchemeId !== '' && !schemes.some((scheme) => scheme.pricingSchemeId === pricingSchemeId))
    faults.set('pricingSchemeId', words.schemeFault);
}

const addressOf = (typed: string, place: Place) => ({
  address: isNamedBy(typed, place) ? place.label : withTown(typed, place),
  lat: place.lat,
  lng: place.lng,
});

/** The trip says which town its price assumes: "24 rue de Rivoli, Paris". */
function withTown(typed: string, { assumedTown }: Place): string {
  if (assumedTown === undefined) return typed;
  const address = `${typed.replace(/[\s,]+$/, '')}, ${assumedTown}`;
  return [...address].length > TRIP_BOUNDS.address.max ? typed : address;
}

/**
 * Whether the text is nothing but a short form of the place's name, such as "orly 4" or "cdg". The trip then has the full name,
 * which the phone's maps find, since navigation goes by the address. Whatever else was typed, such as a track, stays.
 */
function isNamedBy(typed: string, place: Place): boolean {
  if (!isNamed(place)) return false;
  const { names = [], code = '' } = KNOWN_PLACES.find((known) => place.label.startsWith(known.label)) ?? {};
  const words = new Set([place.label, code, ...names].flatMap(wordsOf));
  return wordsOf(typed).every((word) => words.has(word));
}

const wordsOf = (text: string): string[] => normaliseName(text).split(' ');

type RequestedPrice = Pick<CreateTripRequest, 'price' | 'pricingSchemeId'>;

/** The price that was typed, or that of the quote and its scheme; a ride with other faults has no quote. */
function priceOf(
  draft: BookingDraft,
  { tried }: Understood,
  faults: Map<string, string>,
  language: Language,
): RequestedPrice | undefined {
  if (draft.price !== '') {
    const priceCents = checkPrice(draft.price, faults, language);
    const scheme = draft.pricingSchemeId === '' ? {} : { pricingSchemeId: draft.pricingSchemeId };
    return priceCents === undefined ? undefined : { price: eurosFromCents(priceCents), ...scheme };
  }
  const ride = rideOf(tried);
  if (ride) return { price: eurosFromCents(ride.price.totalTtcCents), pricingSchemeId: ride.scheme.pricingSchemeId };
  if (faults.size === 0) faults.set('price', bookingWords[language].noQuote);
  return undefined;
}

export function estimates(
  draft: BookingDraft,
  { tried }: Understood,
): Pick<CreateTripRequest, 'estimatedDistanceKm' | 'estimatedDurationMinutes'> {
  const ride = rideOf(tried);
  if (ride)
    return { estimatedDistanceKm: ride.tensOfMetres / 100, estimatedDurationMinutes: ride.tenthsOfMinutes / 10 };
  const hireMinutes = hiredFor(draft)?.hireMinutes;
  return hireMinutes === undefined ? {} : { estimatedDurationMinutes: hireMinutes };
}

function checkedRider(
  draft: BookingDraft,
  faults: Map<string, string>,
  language: Language,
): Pick<CreateTripRequest, 'client' | 'clientId'> {
  const words = bookingWords[language];
  const { rider, newRider } = draft;
  if (rider !== NEW_RIDER) {
    const clientId = parseId(rider);
    if (clientId !== undefined) return { clientId };
    faults.set('rider', words.riderFault);
    return {};
  }
  if (isRiderMissing(draft)) {
    faults.set('rider', words.riderMissing);
    return {};
  }
  const checked = checkRider(newRider, language);
  for (const [field, fault] of checked.faults) faults.set(field, fault);
  return { client: checked.details };
}

/** The two points, as the page carries them along. */
export function rideShown({ pickup, dropoff }: Understood): string {
  const point = (found: FoundAddress) => ('place' in found ? `${found.place.lat},${found.place.lng}` : '');
  return `${point(pickup)};${point(dropoff)}`;
}

export const centsShown = ({ tried }: Understood): string => String(rideOf(tried)?.price.totalTtcCents ?? '');

/** Whether the page has shown where the ride goes and, unless a price was typed, what it costs. */
export const wasShown = ({ draft, shownRide, shownCents }: BookingForm, understood: Understood): boolean =>
  shownRide === rideShown(understood) && (draft.price !== '' || shownCents === centsShown(understood));

type Refusal = Exclude<
  BookingResult['verdict'],
  'booked' | 'replay' | 'IDEMPOTENCY_KEY_CONFLICT' | 'IDEMPOTENCY_KEY_IN_PROGRESS'
>;

/** What the database refused, at its field. */
export function faultsOf(verdict: Refusal, language: Language): Faults {
  const words = bookingWords[language];
  const faults: Record<Refusal, [field: string, fault: string]> = {
    in_past: ['at', tripChangeWords[language].pastFault],
    CLIENT_NOT_FOUND: ['rider', words.riderFault],
    VEHICLE_NOT_FOUND: ['vehicleId', tripChangeWords[language].vehicleFault],
    SERVICE_TIER_NOT_FOUND: ['serviceTierId', words.categoryFault],
    PRICING_SCHEME_NOT_FOUND: ['pricingSchemeId', words.schemeFault],
  };
  return new Map([faults[verdict]]);
}
