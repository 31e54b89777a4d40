import type { Trip, TripWithHistory } from '../contract/trip.ts';
import { eurosFromCents } from '../money/cents.ts';
import type { StatusChangeRow, TripRow } from './tripRow.ts';

/** A trip as callers see it. */
export function tripView(row: TripRow): Trip {
  return {
    _id: row.tripId,
    userId: row.accountId,
    executorId: row.executorId,
    status: row.status,
    pickupAddress: { address: row.pickupAddress, lat: row.pickupLat, lng: row.pickupLng },
    destinationAddress: { address: row.destinationAddress, lat: row.destinationLat, lng: row.destinationLng },
    scheduledPickupTime: row.scheduledAt.toISOString(),
    price: eurosFromCents(row.priceCents),
    priceHT: eurosFromCents(row.priceHtCents),
    vatRate: row.vatRate,
    vatAmount: eurosFromCents(row.priceCents - row.priceHtCents),
    tripType: row.tripType,
    isPaid: row.isPaid,
    clientId: row.clientId,
    vehicleId: row.vehicleId,
    serviceTierId: row.serviceTierId,
    pricingSchemeId: row.pricingSchemeId,
    paxNumber: row.paxNumber,
    note: row.note,
    estimatedDistanceKm: row.estimatedDistanceKm,
    estimatedDurationMinutes: row.estimatedDurationMinutes,
    createdAt: row.createdAt.toISOString(),
  };
}

export function tripWithHistoryView(row: TripRow, history: StatusChangeRow[]): TripWithHistory {
  return {
    ...tripView(row),
    statusHistory: history.map(({ status, changedAt, changedBy }) => ({
      status,
      changedAt: changedAt.toISOString(),
      changedBy,
    })),
  };
}
