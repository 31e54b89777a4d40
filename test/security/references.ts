import { randomUUID } from 'node:crypto';
import { openApiDocument } from '../../src/contract/openapi/document.ts';
import { OBJECT_ID_PATTERN, referenceOf } from '../../src/identifiers.ts';
import { keyedBooking, type Resources } from '../support/accountWithRecords.ts';
import { type CallOptions, newKey } from '../support/client.ts';
import type { TestAccount } from '../support/service.ts';

type Request = [method: string, path: string, options?: CallOptions];

export interface Naming {
  /** A request of `caller` that names one of the things given. */
  request(named: Resources, caller: TestAccount): Request | Promise<Request>;
  /** How it ends for the owner of the thing: proof that the request really names it. */
  own: string;
}

const booking = (member: string, id: string): Request => {
  const rider = member === 'clientId' ? { client: undefined } : {};
  return ['POST', '/v1/trips', { body: { ...keyedBooking, ...rider, [member]: id }, headers: newKey() }];
};
const cancelling = (tripId: string, key?: string): Request => [
  'POST',
  `/v1/trips/${tripId}/cancel`,
  key === undefined ? {} : { headers: { 'idempotency-key': key } },
];
const ofEndpoint = (method: string, rest: string): Naming => ({
  request: ({ endpointId }) => [method, `/v1/webhook-endpoints/${endpointId}${rest}`],
  own: '200',
});
const redelivering = (tripId: string, endpointId: string): Request => [
  'POST',
  `/v1/events/${tripId}-1/redeliver`,
  { body: { endpointId } },
];
const onThatDay = ({ day }: Resources): Request => ['GET', `/v1/trips?from=${day}&to=${day}`];

/**
 * Every way in which a request can name something, as `operation.member`, sometimes in several ways. They are tried in
 * this order: a key that one of them has used up for a caller comes in none that follows.
 */
export const NAMINGS: Record<string, Naming> = {
  'createQuote.pricingSchemeId': {
    request: ({ pricingSchemeId }, { serviceTiers }) => {
      const serviceTierId = serviceTiers[0]?.serviceTierId;
      const body = { pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', serviceTierId, pricingSchemeId };
      return ['POST', '/v1/quotes', { body }];
    },
    own: '200',
  },
  'createTrip.clientId': { request: ({ clientId }) => booking('clientId', clientId), own: '201' },
  'createTrip.vehicleId': { request: ({ vehicleId }) => booking('vehicleId', vehicleId), own: '201' },
  'createTrip.pricingSchemeId': {
    request: ({ pricingSchemeId }) => booking('pricingSchemeId', pricingSchemeId),
    own: '201',
  },
  'createTrip.Idempotency-Key': {
    request: ({ bookingKey }) => [
      'POST',
      '/v1/trips',
      { body: keyedBooking, headers: { 'idempotency-key': bookingKey } },
    ],
    own: '201 replayed',
  },
  'createTrip.Idempotency-Key, other body': {
    request: ({ secondBookingKey }) => [
      'POST',
      '/v1/trips',
      { body: { ...keyedBooking, price: 1 }, headers: { 'idempotency-key': secondBookingKey } },
    ],
    own: '409',
  },
  'listTrips.from': { request: onThatDay, own: '200' },
  'listTrips.to': { request: onThatDay, own: '200' },
  'listTrips.externalReference': {
    request: ({ externalReference }) => ['GET', `/v1/trips?externalReference=${externalReference}`],
    own: '200',
  },
  'listTrips.reference': { request: ({ tripId }) => ['GET', `/v1/trips?reference=${referenceOf(tripId)}`], own: '200' },
  'listEvents.after': { request: ({ tripId }) => ['GET', `/v1/events?after=${tripId}-1`], own: '200' },
  'getEvent.id': { request: ({ tripId }) => ['GET', `/v1/events/${tripId}-1`], own: '200' },
  'getWebhookEndpoint.id': ofEndpoint('GET', ''),
  'rotateWebhookSecret.id': ofEndpoint('POST', '/rotate-secret'),
  'disableWebhookEndpoint.id': ofEndpoint('POST', '/disable'),
  'enableWebhookEndpoint.id': ofEndpoint('POST', '/enable'),
  'testWebhookEndpoint.id': ofEndpoint('POST', '/test'),
  'listWebhookDeliveries.id': ofEndpoint('GET', '/deliveries'),
  'redeliverEvent.id': {
    request: ({ tripId, endpointId }) => redelivering(tripId, endpointId),
    own: '202',
  },
  'redeliverEvent.endpointId': {
    request: async ({ endpointId }, { api }) => redelivering((await api.createdTrip())._id, endpointId),
    own: '202',
  },
  'deleteWebhookEndpoint.id': ofEndpoint('DELETE', ''),
  'listTrips.status': { request: ({ status }) => ['GET', `/v1/trips?status=${status}`], own: '200' },
  'listClients.phone': { request: ({ phone }) => ['GET', `/v1/clients?phone=${phone}`], own: '200' },
  'listClients.email': { request: ({ email }) => ['GET', `/v1/clients?email=${email}`], own: '200' },
  'getClient.id': { request: ({ clientId }) => ['GET', `/v1/clients/${clientId}`], own: '200' },
  'getClient.id, in upper case': {
    request: ({ clientId }) => ['GET', `/v1/clients/${clientId.toUpperCase()}`],
    own: '200',
  },
  'getTrip.id': { request: ({ tripId }) => ['GET', `/v1/trips/${tripId}`], own: '200' },
  'getTrip.id, in upper case': { request: ({ tripId }) => ['GET', `/v1/trips/${tripId.toUpperCase()}`], own: '200' },
  'cancelTrip.id': { request: ({ tripId }) => cancelling(tripId), own: '200' },
  'cancelTrip.id, with a key': { request: ({ tripId }) => cancelling(tripId, randomUUID()), own: '400' },
  'cancelTrip.id, of a cancelled one': {
    request: ({ cancelledTripId }) => cancelling(cancelledTripId),
    own: '400',
  },
  'cancelTrip.id, under the key it was cancelled with': {
    request: ({ cancelledTripId, cancelKey }) => cancelling(cancelledTripId, cancelKey),
    own: '200 replayed',
  },
  'cancelTrip.Idempotency-Key': {
    request: async ({ cancelKey }, { api }) => cancelling((await api.createdTrip())._id, cancelKey),
    own: '409',
  },
};

/** Members that name nothing of an account. */
export const NAMES_NOTHING = {
  'listTrips.page': 'a number',
  'listTrips.limit': 'a number',
  'listServiceTiers.page': 'a number',
  'listServiceTiers.limit': 'a number',
  'listPricingSchemes.page': 'a number',
  'listPricingSchemes.limit': 'a number',
  'listVehicles.page': 'a number',
  'listVehicles.limit': 'a number',
  'listClients.page': 'a number',
  'listClients.limit': 'a number',
  'listEvents.limit': 'a number',
  'listWebhookEndpoints.page': 'a number',
  'listWebhookEndpoints.limit': 'a number',
  'listWebhookDeliveries.page': 'a number',
  'listWebhookDeliveries.limit': 'a number',
  'listEvents.type': 'a type',
  'createQuote.serviceTierId': 'tiers are the platform’s',
  'createTrip.serviceTierId': 'tiers are the platform’s',
};

/** Operations that have no member to name anything with. */
export const WITHOUT_NAMES = ['createWebhookEndpoint'];

// biome-ignore lint/suspicious/noExplicitAny: the document is read as a stranger would read it
type Loose = any;

const document: Loose = openApiDocument('http://localhost');

const operations: Loose[] = Object.values(document.paths).flatMap((methods: Loose) => Object.values(methods));

export const describedOperations = (): string[] => operations.map(({ operationId }) => operationId);

/** Every `operation.member` of the description that could name something. */
export const describedNames = (): string[] =>
  operations.flatMap((operation) => namesIn(operation).map((member) => `${operation.operationId}.${member}`));

/** As the sources write them: `/trips/:id`, below /v1. */
export const describedRoutes = (): string[] =>
  Object.entries(document.paths).flatMap(([path, methods]: [string, Loose]) =>
    Object.keys(methods).map((method) => `${method} ${path.replace('/v1', '').replace(/\{(\w+)\}/g, ':$1')}`),
  );

/** The parameters of an operation, and the members of its body that hold identifiers. */
function namesIn({ parameters, requestBody }: Loose): string[] {
  const inParameters = parameters.map(({ name }: Loose) => name).filter((name: string) => name !== 'X-Request-Id');
  return [...inParameters, ...identifiersIn(requestBody?.content['application/json'].schema)];
}

function identifiersIn(schema: Loose): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (schema.$ref) return identifiersIn(document.components.schemas[schema.$ref.split('/').at(-1)]);
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]: [string, Loose]) =>
    member.pattern === OBJECT_ID_PATTERN ? [name] : identifiersIn(member),
  );
}
