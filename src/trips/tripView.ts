import type { Trip, TripWithHistory } from '../contract/trip.ts';
import { referenceOf } from '../identifiers.ts';
import { eurosFromCents } from '../money/cents.ts';
import type { StoredTrip, TripInJson, TripRow, TripState } from './tripRow.ts';

/** What callers see of a trip, except its state. */
const fixedView = (row: TripRow | TripInJson): Omit<Trip, keyof TripState> => ({
  _id: row.tripId,
  userId: row.accountId,
  reference: referenceOf(row.tripId),
  externalReference: row.externalReference,
  pickupAddress: { address: row.pickupAddress, lat: row.pickupLat, lng: row.pickupLng },
  destinationAddress: { address: row.destinationAddress, lat: row.destinationLat, lng: row.destinationLng },
  scheduledPickupTime: new Date(row.scheduledAt).toISOString(),
  price: eurosFromCents(row.priceCents),
  priceHT: eurosFromCents(row.priceHtCents),
  vatRate: row.vatRate,
  vatAmount: eurosFromCents(row.priceCents - row.priceHtCents),
  tripType: row.tripType,
  clientId: row.clientId,
  vehicleId: row.vehicleId,
  serviceTierId: row.serviceTierId,
  pricingSchemeId: row.pricingSchemeId,
  paxNumber: row.paxNumber,
  note: row.note,
  metadata: JSON.parse(row.metadata ?? '{}'),
  estimatedDistanceKm: row.estimatedDistanceKm,
  estimatedDurationMinutes: row.estimatedDurationMinutes,
  createdAt: new Date(row.createdAt).toISOString(),
});

/** As JSON without the braces. It is stored with the trip, so that lists need not render it again. */
export const renderFixedMembers = (row: TripRow | TripInJson): string => JSON.stringify(fixedView(row)).slice(1, -1);

/** The members that change while a trip is carried out; they follow the fixed ones. */
export function renderState({ executorId, status, isPaid }: Omit<TripState, 'version'>): string {
  const executor = executorId === null ? 'null' : `"${executorId}"`;
  return `"executorId":${executor},"status":"${status}","isPaid":${isPaid}`;
}

const membersOf = (trip: StoredTrip): string =>
  `${trip.fixedMembers ?? renderFixedMembers(trip.row)},${renderState(trip)}`;

/** A trip as callers see it, as JSON. */
export const renderTrip = (trip: StoredTrip): string => `{${membersOf(trip)}}`;

/** The history is its entries as JSON, separated by commas. */
export const renderTripWithHistory = (trip: StoredTrip, history: string): string =>
  `{${membersOf(trip)},"statusHistory":[${history}]}`;

/** The same as objects. */
export const tripView = (trip: StoredTrip): Trip => JSON.parse(renderTrip(trip));
export const tripWithHistoryView = (trip: StoredTrip, history: string): TripWithHistory =>
  JSON.parse(renderTripWithHistory(trip, history));
