import type { CHANGE_AUTHORS, TripStatus } from '../contract/trip.ts';
import type { Cents } from '../money/cents.ts';
import type { TripType, VatRate } from '../money/vat.ts';

/** A trip as the service works with it. What callers see is made of it by the trip view. */
export interface TripRow {
  accountId: string;
  tripId: string;
  version: number;
  status: TripStatus;
  isPaid: boolean;
  executorId: string | null;
  clientId: string;
  vehicleId: string | null;
  serviceTierId: string | null;
  pricingSchemeId: string | null;
  tripType: TripType;
  scheduledAt: Date;
  priceCents: Cents;
  priceHtCents: Cents;
  vatRate: VatRate;
  paxNumber: number;
  pickupAddress: string;
  pickupLat: number;
  pickupLng: number;
  destinationAddress: string;
  destinationLat: number;
  destinationLng: number;
  note: string | null;
  estimatedDistanceKm: number | null;
  estimatedDurationMinutes: number | null;
  createdAt: Date;
}

/**
 * A trip as it is read: what can change after the booking, and the text of all that cannot, which was rendered then. A trip
 * of an older release has no such text; it comes with its row, to be rendered from that.
 */
export interface KeptTrip extends Pick<TripRow, 'version' | 'status' | 'isPaid' | 'executorId'> {
  fixedMembers: string | null;
  unrendered: TripRow | null;
}

export type ChangeAuthor = (typeof CHANGE_AUTHORS)[number];

export interface StatusChangeRow {
  status: TripStatus;
  changedAt: Date;
  changedBy: ChangeAuthor;
}
