import type { TSchema } from 'typebox';
import { ClientRecord, PricingScheme, Rates, RateWindow, ServiceTier, Vehicle } from '../catalogue.ts';
import {
  ClientListResponse,
  ClientResponse,
  CreateTripResponse,
  ErrorEnvelope,
  EventListResponse,
  EventResponse,
  PricingSchemeListResponse,
  QueuedDeliveryResponse,
  QuoteResponse,
  ServiceTierListResponse,
  TripListResponse,
  TripResponse,
  TripWithHistoryResponse,
  VehicleListResponse,
  WebhookAttemptListResponse,
  WebhookAttemptResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '../envelopes.ts';
import { Event } from '../event.ts';
import { Pagination } from '../pagination.ts';
import { Quote, QuotedPlace, QuoteRequest } from '../quote.ts';
import {
  Address,
  CancelTripRequest,
  Client,
  CreateTripRequest,
  StatusChange,
  Trip,
  TripAddress,
  TripStatus,
  TripType,
  TripWithHistory,
} from '../trip.ts';
import {
  CreateWebhookEndpointRequest,
  EmptyRequest,
  QueuedDelivery,
  RedeliverEventRequest,
  RotateWebhookSecretRequest,
  WebhookAttempt,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookTestEvent,
} from '../webhook.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

const NAMED: TSchema[] = [
  Address,
  Client,
  CreateTripRequest,
  CancelTripRequest,
  Trip,
  TripAddress,
  TripStatus,
  TripType,
  StatusChange,
  TripWithHistory,
  Pagination,
  QuoteRequest,
  Quote,
  QuotedPlace,
  ServiceTier,
  Rates,
  RateWindow,
  PricingScheme,
  Vehicle,
  ClientRecord,
  Event,
  WebhookTestEvent,
  QuoteResponse,
  CreateTripResponse,
  TripResponse,
  TripWithHistoryResponse,
  TripListResponse,
  ServiceTierListResponse,
  PricingSchemeListResponse,
  VehicleListResponse,
  ClientListResponse,
  ClientResponse,
  EventListResponse,
  EventResponse,
  CreateWebhookEndpointRequest,
  RotateWebhookSecretRequest,
  RedeliverEventRequest,
  EmptyRequest,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookAttempt,
  QueuedDelivery,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
  WebhookEndpointListResponse,
  WebhookAttemptResponse,
  WebhookAttemptListResponse,
  QueuedDeliveryResponse,
  ErrorEnvelope,
];

const plain = (schema: TSchema) => JSON.parse(JSON.stringify(schema)) as JsonObject;
const byName = new Map(NAMED.map((schema) => [String((schema as { title?: string }).title), plain(schema)]));

/** The named schemas; they refer to each other by name. */
export function schemaComponents(): JsonObject {
  return Object.fromEntries([...byName].map(([name, schema]) => [name, { ...members(schema), title: name }]));
}

/** A schema as it appears where it is used. */
export const schemaOf = (schema: TSchema): Json => withReferences(plain(schema));

function withReferences(value: Json): Json {
  if (Array.isArray(value)) return value.map(withReferences);
  if (value === null || typeof value !== 'object') return value;
  const named = typeof value.title === 'string' ? byName.get(value.title) : undefined;
  if (named && JSON.stringify(named) === JSON.stringify(value)) return { $ref: `#/components/schemas/${value.title}` };
  return members(value);
}

/** Without the title: a variation is not the named schema. */
function members({ title: _, ...rest }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(rest).map(([name, member]) => [name, withReferences(member)]));
}
