import { type Static, Type } from 'typebox';
import { closed, DateTime, NOT_BLANK_PATTERN, Nullable, ObjectIdString, OneOf } from './common.ts';
import { EventType, ReturnedEventType } from './event.ts';
import { pageParameters } from './pagination.ts';
import { ChangeAuthor } from './trip.ts';
import { EVENT_TYPES, TEST_EVENT_TYPE, WEBHOOK_BOUNDS, WEBHOOK_STATUSES } from './values.ts';

const { url, description, overlapSeconds } = WEBHOOK_BOUNDS;

const EventTypes = (type: typeof EventType, text: string) =>
  Type.Array(type, { description: text, example: ['trip.created'] });

export const CreateWebhookEndpointRequest = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: url.max,
      description:
        'Where to send events: `https:`, port 443 or a port from 1024 up, and a host on the public internet.',
      example: 'https://partner.example/webhooks/trips',
    }),
    eventTypes: Type.Optional({
      ...EventTypes(EventType, 'Only events of these types; empty or absent means all.'),
      maxItems: EVENT_TYPES.length,
      uniqueItems: true,
    } as ReturnType<typeof EventTypes>),
    description: Type.Optional(
      Type.String({
        maxLength: description.max,
        pattern: NOT_BLANK_PATTERN,
        description: 'Your own note.',
        example: 'Dispatch system',
      }),
    ),
  },
  { ...closed, title: 'CreateWebhookEndpointRequest' },
);
export type CreateWebhookEndpointRequest = Static<typeof CreateWebhookEndpointRequest>;

const endpointMembers = {
  _id: ObjectIdString('The endpoint identifier.'),
  url: Type.String({ description: 'Where events are sent.', example: 'https://partner.example/webhooks/trips' }),
  eventTypes: EventTypes(ReturnedEventType, 'Only events of these types are sent; empty means all.'),
  description: Nullable(Type.String({ example: 'Dispatch system' })),
  status: OneOf([...WEBHOOK_STATUSES], {
    description:
      'DISABLED: nothing is sent, because you asked for it, or the endpoint answered 410, or it failed for 5 days: its delivery attempts show which. Enable it to resume deliveries where they stopped.',
  }),
  createdAt: DateTime('UTC, with milliseconds.', '2027-03-01T08:00:00.000Z'),
};

export const WebhookEndpoint = Type.Object(endpointMembers, { title: 'WebhookEndpoint' });
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

export const WebhookEndpointWithSecret = Type.Object(
  {
    ...endpointMembers,
    secret: Type.String({
      description: 'Verify signatures with it (Standard Webhooks). It is shown only in this response.',
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
    }),
  },
  { title: 'WebhookEndpointWithSecret' },
);
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>;

export const RotateWebhookSecretRequest = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: overlapSeconds.max,
        description: `How long every delivery also carries a signature made with the old secret. Without it, ${overlapSeconds.default}: a day.`,
      }),
    ),
  },
  { ...closed, title: 'RotateWebhookSecretRequest' },
);
export type RotateWebhookSecretRequest = Static<typeof RotateWebhookSecretRequest>;

/** For requests whose body may be left out and has no members yet. */
export const EmptyRequest = Type.Object({}, { ...closed, title: 'EmptyRequest' });

const nothing = { type: 'string', nullable: true, enum: [null] };

/** What a test sends: the members of an event, and no trip. */
export const WebhookTestEvent = Type.Object(
  {
    _id: Type.String({
      description: 'Not that of an event that can be read: it begins with `test-`.',
      example: 'test-665f1f77bcf86cd799439061',
    }),
    type: OneOf([TEST_EVENT_TYPE]),
    createdAt: DateTime('When the test was sent; UTC, with milliseconds.'),
    tripId: Type.Unsafe<null>(nothing),
    changedBy: ChangeAuthor,
    data: Type.Object({ trip: Type.Unsafe<null>(nothing), previousStatus: Type.Unsafe<null>(nothing) }),
  },
  { title: 'WebhookTestEvent', description: 'What a test of an endpoint sends. It has no trip.' },
);
export type WebhookTestEvent = Static<typeof WebhookTestEvent>;

/** Why an attempt failed. */
export const DELIVERY_ERRORS = [
  'UNSUCCESSFUL_STATUS',
  'TIMED_OUT',
  'HOST_NOT_FOUND',
  'ADDRESS_NOT_ALLOWED',
  'TLS_FAILED',
  'CONNECTION_FAILED',
] as const;
export type DeliveryError = (typeof DELIVERY_ERRORS)[number];

export const WebhookAttempt = Type.Object(
  {
    eventId: Type.String({ description: 'The event that was sent.', example: '665f1f77bcf86cd799439011-2' }),
    attempt: Type.Integer({
      minimum: 1,
      description:
        '1 for the first attempt to deliver the event. It starts again at 1 when the event is redelivered or the endpoint is enabled.',
    }),
    at: DateTime('When it was sent; UTC, with milliseconds.'),
    responseStatus: Nullable(
      Type.Integer({ description: 'The HTTP status of the response; null if there was none.', example: 200 }),
    ),
    error: Type.Unsafe<DeliveryError | null>({
      type: 'string',
      nullable: true,
      example: 'TIMED_OUT',
      description:
        'Why it failed; null if it succeeded. UNSUCCESSFUL_STATUS: the status is not 2xx (redirects are not followed). TIMED_OUT: no response within 10 seconds. HOST_NOT_FOUND: the name has no address. ADDRESS_NOT_ALLOWED: it has no public one. TLS_FAILED: the certificate is not valid, or there is no TLS. CONNECTION_FAILED: no connection, or it was closed without a response. More may be added later.',
    }),
    ms: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.', example: 84 }),
    nextAttemptAt: Nullable(
      DateTime('When it is tried again; null if it succeeded, was the last attempt or disabled the endpoint.'),
    ),
  },
  { title: 'WebhookAttempt' },
);
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const ListWebhookEndpointsQuery = Type.Object(pageParameters('Endpoints'), closed);
export const ListWebhookDeliveriesQuery = Type.Object(pageParameters('Attempts'), closed);

export const RedeliverEventRequest = Type.Object(
  { endpointId: ObjectIdString('The endpoint that gets the event again.') },
  { ...closed, title: 'RedeliverEventRequest' },
);
export type RedeliverEventRequest = Static<typeof RedeliverEventRequest>;

export const QueuedDelivery = Type.Object(
  {
    eventId: Type.String({ example: '665f1f77bcf86cd799439011-2' }),
    endpointId: ObjectIdString('The endpoint that gets the event again.'),
  },
  { title: 'QueuedDelivery' },
);
