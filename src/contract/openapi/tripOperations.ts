import {
  CreateTripResponse,
  QuoteResponse,
  TripListResponse,
  TripResponse,
  TripWithHistoryResponse,
} from '../envelopes.ts';
import { ListTripsQuery } from '../pagination.ts';
import { QuoteRequest } from '../quote.ts';
import { CancelTripRequest, CreateTripRequest } from '../trip.ts';
import { schemaOf } from './components.ts';
import {
  bookingExample,
  bookingForKnownRiderExample,
  cancelledTripExample,
  listExample,
  quoteExample,
  quoteRequestExample,
  tripExample,
  tripWithHistoryExample,
} from './examples.ts';
import {
  optionalIdempotencyKey,
  queryParameters,
  requestId,
  requiredIdempotencyKey,
  tripIdParameter,
} from './parameters.ts';
import { failures, LIST_FAULTS, success } from './responses.ts';
import { withScopes } from './scopes.ts';

const createQuote = {
  operationId: 'createQuote',
  tags: ['Quotes'],
  summary: 'Quote a ride',
  description: withScopes(
    'Locates both addresses, finds the route between them and prices it with the account’s pricing scheme and the vehicle category. Nothing is stored. For an `AVAILABILITY`, the time of the route is priced: a quote does not know for how many hours the vehicle is hired, so calculate the price of a longer hire yourself. `price` is before VAT; **book with `vat.totalTTC`**. `route` shows which places were found: check `pickup.label`, `dropoff.label` and `warnings`. If the operator has not configured a router, distance and time are estimates (`estimated: true`). The `serviceTierId` of the sample is a placeholder: take one from `GET /v1/service-tiers`.',
    'quotes',
  ),
  parameters: [requestId],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaOf(QuoteRequest), example: quoteRequestExample } },
  },
  responses: {
    200: success('The quote.', QuoteResponse, { success: true, message: 'Quote calculated', data: quoteExample }),
    ...failures(
      '/v1/quotes',
      [
        'VALIDATION_FAILED',
        'SERVICE_TIER_NOT_FOUND',
        'PRICING_SCHEME_NOT_FOUND',
        'ADDRESS_NOT_FOUND',
        'ROUTE_NOT_FOUND',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      ['dropoff is required', 'pickup must be a string'],
    ),
  },
};

const createTrip = {
  operationId: 'createTrip',
  tags: ['Trips'],
  summary: 'Book a trip',
  description: withScopes(
    'Books a trip for the calling account, in status CONFIRMED. A DRIVER becomes the executor; a CONTRACTOR’s trip is unassigned until a driver is assigned in the dashboard. Name the rider by clientId, or send client to create one. After a timeout or a 5xx, repeat the request with the same Idempotency-Key: this cannot create a second trip.',
    'trips:write',
  ),
  parameters: [requiredIdempotencyKey, requestId],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaOf(CreateTripRequest),
        examples: {
          newRider: { summary: 'With a new rider', value: bookingExample },
          knownRider: { summary: 'For an existing rider', value: bookingForKnownRiderExample },
        },
      },
    },
  },
  responses: {
    201: success(
      'The trip is booked; or, with Idempotent-Replayed, it was booked by an earlier request with this key.',
      CreateTripResponse,
      { success: true, message: 'Trip created', data: tripExample },
      ['Idempotent-Replayed', 'Location'],
    ),
    ...failures(
      '/v1/trips',
      [
        'VALIDATION_FAILED',
        'IDEMPOTENCY_KEY_REQUIRED',
        'CLIENT_REQUIRED',
        'CLIENT_NOT_FOUND',
        'VEHICLE_NOT_FOUND',
        'PRICING_SCHEME_NOT_FOUND',
        'SERVICE_TIER_NOT_FOUND',
        'IDEMPOTENCY_KEY_CONFLICT',
        'IDEMPOTENCY_KEY_IN_PROGRESS',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      ['pickup.lat must be <= 90', 'price is required'],
    ),
  },
};

const listTrips = {
  operationId: 'listTrips',
  tags: ['Trips'],
  summary: 'List trips',
  description: withScopes(
    'The calling account’s trips, most recently booked first. Trips that are booked while you read come before those you have already seen. With `status`, `from` or `to`, a trip that leaves the list while you read it moves the others to earlier pages, and you can miss some: for a complete list, read without these filters, or follow the events.',
    'trips:read',
  ),
  parameters: [...queryParameters(ListTripsQuery), requestId],
  responses: {
    200: success('One page of trips.', TripListResponse, listExample(tripExample)),
    ...failures('/v1/trips', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const readTrip = {
  operationId: 'getTrip',
  tags: ['Trips'],
  summary: 'Read a trip',
  description: withScopes(
    'One trip with its status history. The response for another account’s trip is the same as for one that does not exist.',
    'trips:read',
  ),
  parameters: [tripIdParameter, requestId],
  responses: {
    200: success('The trip.', TripWithHistoryResponse, { success: true, data: tripWithHistoryExample }),
    ...failures(`/v1/trips/${tripExample._id}`, ['VALIDATION_FAILED', 'TRIP_NOT_FOUND']),
  },
};

const cancelTrip = {
  operationId: 'cancelTrip',
  tags: ['Trips'],
  summary: 'Cancel a trip',
  description: withScopes(
    'Cancels a trip in any status but CANCELLED. The body is optional. The API does not return the reason; the dashboard shows it. No call updates a trip: to change it, cancel it and book again. In the dashboard, members of the account can edit the pickup time, price, passengers, vehicle, note and the duration of an hourly hire; other addresses, another rider or another vehicle category need a new trip there too.',
    'trips:write',
  ),
  parameters: [tripIdParameter, optionalIdempotencyKey, requestId],
  requestBody: {
    required: false,
    content: { 'application/json': { schema: schemaOf(CancelTripRequest), example: { reason: 'Flight cancelled' } } },
  },
  responses: {
    200: success('The trip is cancelled.', TripResponse, { success: true, data: cancelledTripExample }, [
      'Idempotent-Replayed',
    ]),
    ...failures(
      `/v1/trips/${tripExample._id}/cancel`,
      [
        'VALIDATION_FAILED',
        'TRIP_ALREADY_CANCELLED',
        'TRIP_NOT_FOUND',
        'IDEMPOTENCY_KEY_CONFLICT',
        'IDEMPOTENCY_KEY_IN_PROGRESS',
        'PAYLOAD_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      ['reason must be a string'],
    ),
  },
};

export const tripPaths = {
  '/v1/quotes': { post: createQuote },
  '/v1/trips': { get: listTrips, post: createTrip },
  '/v1/trips/{id}': { get: readTrip },
  '/v1/trips/{id}/cancel': { post: cancelTrip },
};
