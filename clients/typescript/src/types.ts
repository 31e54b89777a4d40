import type { components, DeliveryError, EventType, operations } from './generated.ts';

type Schemas = components['schemas'];

/** All optional; one that is undefined is left out. */
export type Optional<Members> = { [Name in keyof Members]?: Members[Name] | undefined };

type QueryOf<Operation extends keyof operations> = operations[Operation] extends { parameters: { query?: infer Query } }
  ? Optional<NonNullable<Query>>
  : never;

/** What an operation answers with when it succeeds. */
type AnswerOf<Operation extends keyof operations> = operations[Operation] extends {
  responses: { 200: { content: { 'application/json': infer Answer } } };
}
  ? Answer
  : never;

/** The type with some members described more exactly. */
type With<Type, Members> = Omit<Type, keyof Members> & Members;

export type { DeliveryError, ErrorCode, EventType } from './generated.ts';

export type Address = Schemas['Address'];
export type NewClient = Schemas['Client'];
export type CreateTripRequest = Schemas['CreateTripRequest'];
export type CancelTripRequest = Schemas['CancelTripRequest'];
export type Trip = Schemas['Trip'];
export type TripWithHistory = Schemas['TripWithHistory'];
export type TripStatus = Schemas['TripStatus'];
export type TripType = Schemas['TripType'];
export type StatusChange = Schemas['StatusChange'];
export type ListTripsQuery = QueryOf<'listTrips'>;

export type QuoteRequest = Schemas['QuoteRequest'];
export type Quote = Schemas['Quote'];
export type QuotedPlace = Schemas['QuotedPlace'];

export type ServiceTier = Schemas['ServiceTier'];
export type PricingScheme = Schemas['PricingScheme'];
export type Rates = Schemas['Rates'];
export type RateWindow = Schemas['RateWindow'];
export type Vehicle = Schemas['Vehicle'];
/** A rider of the account, as opposed to a NewClient. */
export type Client = Schemas['ClientRecord'];
export type PageQuery = QueryOf<'listServiceTiers'>;
export type ListClientsQuery = QueryOf<'listClients'>;

/** A later version of the service may send other types than these: skip the events that you do not know. */
export type TripEvent = With<Schemas['Event'], { type: EventType }>;
export type EventPage = { data: TripEvent[]; pagination: AnswerOf<'listEvents'>['pagination'] };
/** `after` may be the `pagination.next` of an account that has no event yet. */
export type ListEventsQuery = Omit<QueryOf<'listEvents'>, 'after'> & { after?: string | null | undefined };

export type CreateWebhookEndpointRequest = Schemas['CreateWebhookEndpointRequest'];
export type WebhookEndpoint = With<Schemas['WebhookEndpoint'], { eventTypes: EventType[] }>;
/** The secret is shown once, when it is created. */
export type WebhookEndpointWithSecret = With<Schemas['WebhookEndpointWithSecret'], { eventTypes: EventType[] }>;
export type RotateSecretRequest = Schemas['RotateWebhookSecretRequest'];
export type WebhookDelivery = With<Schemas['WebhookAttempt'], { error: DeliveryError | null }>;
export type RedeliverEventRequest = Schemas['RedeliverEventRequest'];

/** What `webhookEndpoints.test` sends. It has no trip. */
export interface WebhookTestEvent {
  _id: string;
  type: 'webhook.test';
  createdAt: string;
  tripId: null;
  changedBy: TripEvent['changedBy'];
  data: { trip: null; previousStatus: null };
}

export type Pagination = Schemas['Pagination'];

/** One page of a list, as the service sent it. */
export interface Page<Item> {
  data: Item[];
  pagination: Pagination;
}
