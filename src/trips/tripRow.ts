import type { CHANGE_AUTHORS, TripStatus } from '../contract/trip.ts';
import type { Cents } from '../money/cents.ts';
import type { TripType, VatRate } from '../money/vat.ts';

/** A trip as it is written. */
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
  externalReference: string | null;
  /** As JSON. */
  metadata: string | null;
  estimatedDistanceKm: number | null;
  estimatedDurationMinutes: number | null;
  createdAt: Date;
}

/** What changes while a trip is carried out. */
export type TripState = Pick<TripRow, 'version' | 'status' | 'isPaid' | 'executorId'>;

/** A trip as JSON has it: with text for times. */
export type TripInJson = { [Member in keyof TripRow]: TripRow[Member] extends Date ? string : TripRow[Member] };

/** A trip as it is read: its state, and everything else as the text of `renderFixedMembers`, or as a row where that is not current. */
export type StoredTrip = TripState & ({ fixedMembers: string } | { fixedMembers: null; row: TripRow | TripInJson });

export type ChangeAuthor = (typeof CHANGE_AUTHORS)[number];
