import type { Trip, TripWithHistory } from '../contract/trip.ts';
import { eurosFromCents } from '../money/cents.ts';
import type { KeptTrip, StatusChangeRow, TripRow } from './tripRow.ts';

/** What callers see of a trip and what never changes after its booking. */
const fixedView = (row: TripRow) => ({
  _id: row.tripId,
  userId: row.accountId,
  pickupAddress: { address: row.pickupAddress, lat: row.pickupLat, lng: row.pickupLng },
  destinationAddress: { address: row.destinationAddress, lat: row.destinationLat, lng: row.destinationLng },
  scheduledPickupTime: row.scheduledAt.toISOString(),
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
  estimatedDistanceKm: row.estimatedDistanceKm,
  estimatedDurationMinutes: row.estimatedDurationMinutes,
  createdAt: row.createdAt.toISOString(),
});

/** Its text without the braces: the beginning of every text of this trip there will be. */
export const renderFixedMembers = (row: TripRow): string => JSON.stringify(fixedView(row)).slice(1, -1);

/** A trip as callers see it. */
export const renderTrip = (trip: KeptTrip): string => `{${membersOf(trip)}}`;

export const renderTripWithHistory = (trip: KeptTrip, history: StatusChangeRow[]): string =>
  `{${membersOf(trip)},"statusHistory":[${history.map(renderChange).join(',')}]}`;

function membersOf(trip: KeptTrip): string {
  const fixed = trip.fixedMembers ?? (trip.unrendered && renderFixedMembers(trip.unrendered));
  return `${fixed},${renderChangingMembers(trip)}`;
}

/** What follows the fixed members. */
export function renderChangingMembers({ executorId, status, isPaid }: Changing): string {
  const executor = executorId === null ? 'null' : `"${executorId}"`;
  return `"executorId":${executor},"status":"${status}","isPaid":${isPaid}`;
}

type Changing = Pick<TripRow, 'executorId' | 'status' | 'isPaid'>;

const renderChange = ({ status, changedAt, changedBy }: StatusChangeRow) =>
  `{"status":"${status}","changedAt":"${changedAt.toISOString()}","changedBy":"${changedBy}"}`;

/** The same, for those who want its members. */
export const tripView = (row: TripRow): Trip => JSON.parse(renderTrip({ ...row, fixedMembers: null, unrendered: row }));
export const keptTripView = (trip: KeptTrip): Trip => JSON.parse(renderTrip(trip));
export const tripWithHistoryView = (trip: KeptTrip, history: StatusChangeRow[]): TripWithHistory =>
  JSON.parse(renderTripWithHistory(trip, history));
