import type { RiderDetails } from '../catalogue/riderStore.ts';
import { parseDateTime } from '../contract/dateTime.ts';
import type { CreateTripRequest } from '../contract/trip.ts';
import { newId } from '../identifiers.ts';
import type { Caller } from '../keys/authenticator.ts';
import { centsFromEuros } from '../money/cents.ts';
import { priceBeforeVat, vatRate } from '../money/vat.ts';
import type { TripRow, TripState } from './tripRow.ts';

/** A trip ready to be written, and the rider to be written with it when it is a new one. */
export interface TripDraft {
  trip: TripRow;
  newRider: RiderDetails | null;
}

/** The account that books. */
type BookingAccount = Pick<Caller, 'accountId' | 'role' | 'isVatExempt'>;

/** The state of every new trip. */
export const initialState = ({ accountId, role }: Pick<BookingAccount, 'accountId' | 'role'>): TripState => ({
  version: 1,
  status: 'CONFIRMED',
  isPaid: false,
  executorId: role === 'DRIVER' ? accountId : null,
});

/** The trip that a valid request asks for. Whether it may be written is for the database to judge. */
export function draftTrip(request: CreateTripRequest, caller: BookingAccount, now: Date): TripDraft {
  const tripType = request.tripType ?? 'TRIP';
  const rate = vatRate(tripType, caller.isVatExempt);
  const priceCents = centsFromEuros(request.price);
  const trip: TripRow = {
    accountId: caller.accountId,
    tripId: newId(),
    ...initialState(caller),
    clientId: request.clientId?.toLowerCase() ?? newId(),
    vehicleId: request.vehicleId?.toLowerCase() ?? null,
    serviceTierId: request.serviceTierId?.toLowerCase() ?? null,
    pricingSchemeId: request.pricingSchemeId?.toLowerCase() ?? null,
    tripType,
    scheduledAt: scheduledTime(request.scheduledAt),
    priceCents,
    priceHtCents: priceBeforeVat(priceCents, rate),
    vatRate: rate,
    paxNumber: request.paxNumber ?? 1,
    pickupAddress: request.pickup.address,
    pickupLat: request.pickup.lat,
    pickupLng: request.pickup.lng,
    destinationAddress: request.dropoff.address,
    destinationLat: request.dropoff.lat,
    destinationLng: request.dropoff.lng,
    note: request.note ?? null,
    externalReference: request.externalReference ?? null,
    metadata: request.metadata === undefined ? null : JSON.stringify(request.metadata),
    estimatedDistanceKm: request.estimatedDistanceKm ?? null,
    estimatedDurationMinutes: request.estimatedDurationMinutes ?? null,
    createdAt: now,
  };
  return { trip, newRider: request.client ?? null };
}

function scheduledTime(text: string): Date {
  const instant = parseDateTime(text);
  if (instant === undefined) throw new Error('scheduledAt has passed validation but is not a date-time');
  return instant;
}
