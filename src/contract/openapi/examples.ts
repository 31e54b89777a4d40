import type { Static } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../errors.ts';
import { referenceOf } from '../../identifiers.ts';
import type { ClientRecord, PricingScheme, ServiceTier, Vehicle } from '../catalogue.ts';
import type { Event } from '../event.ts';
import type { Quote, QuoteRequest } from '../quote.ts';
import type { CreateTripRequest, Trip, TripWithHistory } from '../trip.ts';
import type { WebhookAttempt, WebhookEndpoint, WebhookTestEvent } from '../webhook.ts';

const tripId = '665f1f77bcf86cd799439011';

export const quoteRequestExample: QuoteRequest = {
  pickup: 'Gare de Lyon, Paris',
  dropoff: 'Aéroport CDG Terminal 2E',
  serviceTierId: '665f1f77bcf86cd799439021',
  scheduledAt: '2027-03-14T10:30:00+01:00',
};

export const quoteExample: Quote = {
  pricingSchemeId: '665f1f77bcf86cd799439031',
  pricingSchemeName: 'Standard',
  serviceTierId: '665f1f77bcf86cd799439021',
  serviceTierName: 'Berline',
  serviceTierMultiplier: 1.3,
  route: {
    distanceKm: 27.41,
    durationMinutes: 38.5,
    estimated: true,
    pickup: { label: 'Gare de Lyon, Paris', lat: 48.8443, lng: 2.3744, precision: 'station' },
    dropoff: { label: 'Aéroport CDG, Terminal 2E', lat: 49.0034, lng: 2.5783, precision: 'airport' },
  },
  price: {
    base: 5,
    distanceCost: 49.34,
    timeCost: 13.48,
    subtotal: 67.82,
    minimum: 15,
    total: 88.17,
    totalCents: 8817,
  },
  vat: { rate: 10, amountCents: 882, amount: 8.82, totalTTCCents: 9699, totalTTC: 96.99, isExempt: false },
  warnings: [],
};

export const bookingExample: CreateTripRequest = {
  pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
  scheduledAt: '2027-03-14T10:30:00+01:00',
  price: 66,
  paxNumber: 2,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
  note: 'Two large suitcases',
  externalReference: 'ORDER-4711',
  metadata: { costCentre: 'EMEA-12' },
};

export const bookingForKnownRiderExample: CreateTripRequest = {
  pickup: bookingExample.pickup,
  dropoff: bookingExample.dropoff,
  scheduledAt: '2027-03-14T09:30:00Z',
  price: 66,
  clientId: '665f1f77bcf86cd799439013',
};

export const tripExample: Static<typeof Trip> = {
  _id: tripId,
  userId: '665f1f77bcf86cd799439001',
  reference: referenceOf(tripId),
  externalReference: 'ORDER-4711',
  executorId: '665f1f77bcf86cd799439001',
  status: 'CONFIRMED',
  pickupAddress: bookingExample.pickup,
  destinationAddress: bookingExample.dropoff,
  scheduledPickupTime: '2027-03-14T09:30:00.000Z',
  price: 66,
  priceHT: 60,
  vatRate: 10,
  vatAmount: 6,
  tripType: 'TRIP',
  isPaid: false,
  clientId: '665f1f77bcf86cd799439013',
  vehicleId: null,
  serviceTierId: null,
  pricingSchemeId: null,
  paxNumber: 2,
  note: 'Two large suitcases',
  metadata: { costCentre: 'EMEA-12' },
  estimatedDistanceKm: null,
  estimatedDurationMinutes: null,
  createdAt: '2027-03-01T08:00:00.000Z',
};

export const tripWithHistoryExample: Static<typeof TripWithHistory> = {
  ...tripExample,
  status: 'OTWTP',
  statusHistory: [
    { status: 'CONFIRMED', changedAt: '2027-03-01T08:00:00.000Z', changedBy: 'API' },
    { status: 'OTWTP', changedAt: '2027-03-14T09:05:00.000Z', changedBy: 'DASHBOARD' },
  ],
};

export const eventExample: Event = {
  _id: `${tripId}-2`,
  type: 'trip.status_changed',
  createdAt: '2027-03-14T09:05:00.000Z',
  tripId,
  changedBy: 'DASHBOARD',
  data: { trip: { ...tripExample, status: 'OTWTP' }, previousStatus: 'CONFIRMED' },
};

export const cancelledTripExample: Static<typeof Trip> = { ...tripExample, status: 'CANCELLED' };

export const serviceTierExample: ServiceTier = { _id: '665f1f77bcf86cd799439021', name: 'Berline', multiplier: 1.3 };

export const pricingSchemeExample: PricingScheme = {
  _id: '665f1f77bcf86cd799439031',
  name: 'Standard',
  isDefault: true,
  timeZone: 'Europe/Paris',
  rates: {
    TRIP: { base: 5, perKm: 1.8, perMinute: 0.35, minimum: 15 },
    AVAILABILITY: { base: 0, perKm: 0, perMinute: 0.75, minimum: 45 },
  },
  windows: [
    {
      name: 'Night',
      days: ['Fri', 'Sat'],
      from: '22:00',
      to: '06:00',
      rates: { TRIP: { base: 7.5, perKm: 2.2, perMinute: 0.45, minimum: 20 } },
    },
  ],
};

export const vehicleExample: Vehicle = {
  _id: '665f1f77bcf86cd799439041',
  name: 'Mercedes Classe E',
  plate: 'GA-123-BC',
  seats: 4,
};

export const clientExample: ClientRecord = {
  _id: '665f1f77bcf86cd799439013',
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+33612345672',
  email: 'ada@lovelace.fr',
  companyName: null,
  type: 'PERSONAL',
  address: null,
  city: null,
  country: null,
  postalCode: null,
  createdAt: '2027-03-01T08:00:00.000Z',
};

export const webhookEndpointExample: WebhookEndpoint = {
  _id: '665f1f77bcf86cd799439051',
  url: 'https://partner.example/webhooks/trips',
  eventTypes: ['trip.created'],
  description: 'Dispatch system',
  status: 'ENABLED',
  createdAt: '2027-03-01T08:00:00.000Z',
};

export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';

export const webhookAttemptExample: WebhookAttempt = {
  eventId: eventExample._id,
  attempt: 1,
  at: '2027-03-14T09:05:00.700Z',
  responseStatus: 200,
  error: null,
  ms: 84,
  nextAttemptAt: null,
};

export const webhookTestEventExample: WebhookTestEvent = {
  _id: 'test-665f1f77bcf86cd799439061',
  type: 'webhook.test',
  createdAt: '2027-03-14T09:05:00.000Z',
  tripId: null,
  changedBy: 'API',
  data: { trip: null, previousStatus: null },
};

/** A list that has one page. */
export const listExample = (item: object) => ({
  success: true,
  data: [item],
  pagination: { page: 1, limit: 20, total: 1, pages: 1, hasNext: false, hasPrevious: false },
});

/** `faults` are those of a request that is refused with VALIDATION_FAILED. */
export function errorExample(code: ErrorCode, path: string, faults: string[]) {
  const { status, text } = errorCatalogue[code];
  const message = code === 'VALIDATION_FAILED' ? faults : text;
  return { code, message, statusCode: status, timestamp: '2027-03-01T08:00:00.000Z', path };
}
