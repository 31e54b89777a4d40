import { type TSchema, Type } from 'typebox';
import { ClientRecord, PricingScheme, ServiceTier, Vehicle } from './catalogue.ts';
import { DateTime } from './common.ts';
import { Event, EventPagination } from './event.ts';
import { Pagination } from './pagination.ts';
import { Quote } from './quote.ts';
import { Trip, TripWithHistory } from './trip.ts';
import { QueuedDelivery, WebhookAttempt, WebhookEndpoint, WebhookEndpointWithSecret } from './webhook.ts';

const success = Type.Boolean({ description: 'Always true in a success body.', example: true });

export const QuoteResponse = Type.Object(
  { success, message: Type.String({ example: 'Quote calculated' }), data: Quote },
  { title: 'QuoteResponse' },
);
export const CreateTripResponse = Type.Object(
  { success, message: Type.String({ example: 'Trip created' }), data: Trip },
  { title: 'CreateTripResponse' },
);
export const TripResponse = Type.Object({ success, data: Trip }, { title: 'TripResponse' });
export const TripWithHistoryResponse = Type.Object(
  { success, data: TripWithHistory },
  { title: 'TripWithHistoryResponse' },
);
const listOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object({ success, data: Type.Array(item), pagination: Pagination }, { title });

export const TripListResponse = listOf(Trip, 'TripListResponse');
export const ServiceTierListResponse = listOf(ServiceTier, 'ServiceTierListResponse');
export const PricingSchemeListResponse = listOf(PricingScheme, 'PricingSchemeListResponse');
export const VehicleListResponse = listOf(Vehicle, 'VehicleListResponse');
export const ClientListResponse = listOf(ClientRecord, 'ClientListResponse');
export const ClientResponse = Type.Object({ success, data: ClientRecord }, { title: 'ClientResponse' });

export const EventListResponse = Type.Object(
  { success, data: Type.Array(Event), pagination: EventPagination },
  { title: 'EventListResponse' },
);
export const EventResponse = Type.Object({ success, data: Event }, { title: 'EventResponse' });

const dataOf = <Data extends TSchema>(data: Data, title: string) => Type.Object({ success, data }, { title });

export const WebhookEndpointResponse = dataOf(WebhookEndpoint, 'WebhookEndpointResponse');
export const WebhookEndpointWithSecretResponse = dataOf(WebhookEndpointWithSecret, 'WebhookEndpointWithSecretResponse');
export const WebhookEndpointListResponse = listOf(WebhookEndpoint, 'WebhookEndpointListResponse');
export const WebhookAttemptResponse = dataOf(WebhookAttempt, 'WebhookAttemptResponse');
export const WebhookAttemptListResponse = listOf(WebhookAttempt, 'WebhookAttemptListResponse');
export const QueuedDeliveryResponse = dataOf(QueuedDelivery, 'QueuedDeliveryResponse');

export const ErrorEnvelope = Type.Object(
  {
    code: Type.String({ description: 'What went wrong, for programs.' }),
    message: Type.Unsafe<string | string[]>({
      oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      description:
        'What went wrong, for people. An array for VALIDATION_FAILED: one sentence per fault, naming its field.',
    }),
    statusCode: Type.Integer({ description: 'The HTTP status.' }),
    timestamp: DateTime('When, in UTC.'),
    path: Type.String({ description: 'The path of the request.' }),
  },
  { title: 'ErrorEnvelope' },
);
