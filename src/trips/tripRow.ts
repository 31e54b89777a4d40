import type { CHANGE_AUTHORS, TripStatus } from '../contract/trip.ts';
import type { Cents } from '../money/cents.ts';
import type { TripType, VatRate } from '../money/vat.ts';

export interface Place {
  address: string;
  lat: number;
  lng: number;
}

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

export type ChangeAuthor = (typeof CHANGE_AUTHORS)[number];

export interface StatusChangeRow {
  status: TripStatus;
  changedAt: Date;
  changedBy: ChangeAuthor;
}

/** A trip's columns in the database, under the names used here; `t` is the table. */
export const TRIP_COLUMNS = `
  t.account_id AS "accountId", t.trip_id AS "tripId", t.version, t.status, t.is_paid AS "isPaid",
  t.executor_id AS "executorId", t.client_id AS "clientId", t.vehicle_id AS "vehicleId",
  t.service_tier_id AS "serviceTierId", t.pricing_scheme_id AS "pricingSchemeId", t.trip_type AS "tripType",
  t.scheduled_at AS "scheduledAt", t.price_cents AS "priceCents", t.price_ht_cents AS "priceHtCents",
  t.vat_rate AS "vatRate", t.pax_number AS "paxNumber",
  t.pickup_address AS "pickupAddress", t.pickup_lat AS "pickupLat", t.pickup_lng AS "pickupLng",
  t.destination_address AS "destinationAddress", t.destination_lat AS "destinationLat", t.destination_lng AS "destinationLng",
  t.note, t.estimated_distance_km AS "estimatedDistanceKm",
  t.estimated_duration_minutes AS "estimatedDurationMinutes", t.created_at AS "createdAt"`;
