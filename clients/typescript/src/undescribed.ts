/** Types of operations that the OpenAPI description does not have yet. Once it has them, they move to types.ts. */
import type { Optional, StatusChange, Trip, TripStatus, TripType } from './types.ts';

/** What every list takes. */
export type PageQuery = Optional<{ page: number; limit: number }>;

export interface ServiceTier {
  _id: string;
  name: string;
  multiplier: number;
}

export interface Rates {
  base: number;
  perKm: number;
  perMinute: number;
  minimum: number;
}

export interface PricingScheme {
  _id: string;
  name: string;
  isDefault: boolean;
  timeZone: string;
  rates: Record<TripType, Rates>;
  windows: unknown[];
}

export interface Vehicle {
  _id: string;
  name: string;
  plate: string | null;
  seats: number | null;
}

export interface Client {
  _id: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string | null;
  companyName: string | null;
  type: 'PERSONAL' | 'BUSINESS' | null;
  address: string | null;
  city: string | null;
  country: string | null;
  postalCode: string | null;
  createdAt: string;
}

export type ListClientsQuery = PageQuery &
  Optional<{
    /** Matches however it is written: `06 12 34 56 72` finds `+33612345672`. */
    phone: string;
    email: string;
  }>;

export type EventType = 'trip.created' | 'trip.assigned' | 'trip.status_changed' | 'trip.cancelled' | 'trip.updated';

export interface TripEvent {
  _id: string;
  type: EventType;
  createdAt: string;
  tripId: string;
  changedBy: StatusChange['changedBy'];
  data: {
    /** The trip as it was right after the change. */
    trip: Trip;
    previousStatus: TripStatus | null;
  };
}

export type ListEventsQuery = Optional<{
  /** The last event that was seen. */
  after: string;
  type: EventType;
  /** Events per page, 1 to 100. */
  limit: number;
}>;

export interface EventPage {
  data: TripEvent[];
  pagination: {
    /** What to pass as `after` to go on; null only when there is no event at all. */
    next: string | null;
    hasNext: boolean;
  };
}

export interface CreateWebhookEndpointRequest {
  url: string;
  /** Empty or absent: all. */
  eventTypes?: EventType[];
  description?: string;
}

export interface WebhookEndpoint {
  _id: string;
  url: string;
  eventTypes: EventType[];
  description: string | null;
  status: 'ENABLED' | 'DISABLED';
  createdAt: string;
}

/** The secret is shown once, when it is made. */
export type WebhookEndpointWithSecret = WebhookEndpoint & { secret: string };

export interface RotateSecretRequest {
  /** For so long, every delivery carries the old signature too. */
  overlapSeconds?: number;
}

export interface WebhookDelivery {
  eventId: string;
  attempt: number;
  at: string;
  responseStatus: number | null;
  error: string | null;
  ms: number | null;
  nextAttemptAt: string | null;
}

/** What `webhookEndpoints.test` sends. */
export interface WebhookTestEvent {
  _id: string;
  type: 'webhook.test';
  createdAt: string;
}
