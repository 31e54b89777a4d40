import {
  QueuedDeliveryResponse,
  WebhookAttemptListResponse,
  WebhookAttemptResponse,
  WebhookEndpointListResponse,
  WebhookEndpointResponse,
  WebhookEndpointWithSecretResponse,
} from '../envelopes.ts';
import { Event } from '../event.ts';
import {
  CreateWebhookEndpointRequest,
  EmptyRequest,
  ListWebhookDeliveriesQuery,
  ListWebhookEndpointsQuery,
  RedeliverEventRequest,
  RotateWebhookSecretRequest,
  WebhookTestEvent,
} from '../webhook.ts';
import { schemaOf } from './components.ts';
import {
  eventExample,
  listExample,
  webhookAttemptExample,
  webhookEndpointExample,
  webhookSecret,
  webhookTestEventExample,
} from './examples.ts';
import { endpointIdParameter, eventIdParameter, queryParameters, requestId } from './parameters.ts';
import { failures, LIST_FAULTS, NO_BODY_FAULTS, success } from './responses.ts';
import { withScopes } from './scopes.ts';

const ENDPOINT_PATH = `/v1/webhook-endpoints/${webhookEndpointExample._id}`;
const BODY_FAULTS = ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;
const endpointExample = { success: true, data: webhookEndpointExample };
const withSecretExample = { success: true, data: { ...webhookEndpointExample, secret: webhookSecret } };
const emptyBody = {
  required: false,
  content: { 'application/json': { schema: schemaOf(EmptyRequest), example: {} } },
};

/** What the endpoint receives. OpenAPI 3.0 describes it as a callback of the operation that names the URL. */
const delivery = {
  '{$request.body#/url}': {
    post: {
      operationId: 'receiveEvent',
      tags: ['Webhooks'],
      summary: 'An event is sent to the endpoint',
      description: 'An event of the account, or a test event, signed according to Standard Webhooks.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { anyOf: [schemaOf(Event), schemaOf(WebhookTestEvent)] },
            examples: {
              event: { summary: 'An event', value: eventExample },
              test: { summary: 'A test', value: webhookTestEventExample },
            },
          },
        },
      },
      responses: {
        204: { description: 'Any 2xx within 10 seconds: the event is delivered.' },
        410: { description: 'The service disables the endpoint.' },
      },
    },
  },
};

const createWebhookEndpoint = {
  operationId: 'createWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Add a webhook endpoint',
  description: withScopes(
    'From now on, every event is sent to the URL as a `POST` with the Event as its body and the headers of Standard Webhooks: `webhook-id` (the event’s `_id`), `webhook-timestamp` and `webhook-signature`. Answer with any 2xx within 10 seconds. Anything else is retried after about 5 s, 30 s, 2 min, 10 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h. An event is delivered at least once, and the events of one trip in their order. 410 disables the endpoint at once; so does failing for 5 days. At most 10 endpoints per account. An `Idempotency-Key` has no effect: after a lost response, list the endpoints before you send the request again.',
    'webhooks',
  ),
  parameters: [requestId],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaOf(CreateWebhookEndpointRequest),
        example: { url: webhookEndpointExample.url, eventTypes: ['trip.created'], description: 'Dispatch system' },
      },
    },
  },
  responses: {
    201: success(
      'The endpoint, with its secret: keep it, it is not shown again.',
      WebhookEndpointWithSecretResponse,
      withSecretExample,
      ['Location'],
    ),
    ...failures(
      '/v1/webhook-endpoints',
      [...BODY_FAULTS, 'WEBHOOK_URL_NOT_ALLOWED', 'WEBHOOK_ENDPOINT_LIMIT_REACHED'],
      ['url is required'],
    ),
  },
  callbacks: { delivery },
};

const listWebhookEndpoints = {
  operationId: 'listWebhookEndpoints',
  tags: ['Webhooks'],
  summary: 'List webhook endpoints',
  description: withScopes(
    'The calling account’s endpoints, oldest first, without their secrets. There are at most 10.',
    'webhooks',
  ),
  parameters: [...queryParameters(ListWebhookEndpointsQuery), requestId],
  responses: {
    200: success('One page of endpoints.', WebhookEndpointListResponse, listExample(webhookEndpointExample)),
    ...failures('/v1/webhook-endpoints', ['VALIDATION_FAILED'], LIST_FAULTS),
  },
};

const getWebhookEndpoint = {
  operationId: 'getWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Read a webhook endpoint',
  description: withScopes('One endpoint, without its secret.', 'webhooks'),
  parameters: [endpointIdParameter, requestId],
  responses: {
    200: success('The endpoint.', WebhookEndpointResponse, endpointExample),
    ...failures(ENDPOINT_PATH, ['VALIDATION_FAILED', 'WEBHOOK_ENDPOINT_NOT_FOUND']),
  },
};

const deleteWebhookEndpoint = {
  operationId: 'deleteWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Delete a webhook endpoint',
  description: withScopes(
    'Nothing more is sent to it; what waits for it and its log of attempts are deleted too.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, requestId],
  responses: {
    200: success('The endpoint as it was.', WebhookEndpointResponse, endpointExample),
    ...failures(ENDPOINT_PATH, [...BODY_FAULTS, 'WEBHOOK_ENDPOINT_NOT_FOUND'], NO_BODY_FAULTS),
  },
};

const rotateWebhookSecret = {
  operationId: 'rotateWebhookSecret',
  tags: ['Webhooks'],
  summary: 'Rotate a webhook secret',
  description: withScopes(
    'Creates a new secret. During the overlap, every delivery also carries a signature made with the old secret, so that the receiver can switch without missing an event. Secrets of earlier rotations sign until their own overlaps end, ten secrets at most. With an overlap of 0, all old secrets stop working at once.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, requestId],
  requestBody: {
    required: false,
    content: {
      'application/json': { schema: schemaOf(RotateWebhookSecretRequest), example: { overlapSeconds: 3600 } },
    },
  },
  responses: {
    200: success('The endpoint, with its new secret.', WebhookEndpointWithSecretResponse, withSecretExample),
    ...failures(
      `${ENDPOINT_PATH}/rotate-secret`,
      [...BODY_FAULTS, 'WEBHOOK_ENDPOINT_NOT_FOUND'],
      ['overlapSeconds must be an integer'],
    ),
  },
};

const enableWebhookEndpoint = {
  operationId: 'enableWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Enable a webhook endpoint',
  description: withScopes(
    'Deliveries resume where they stopped: events of the last 30 days that were not delivered are sent, at once and in order. This also sends at once what waits for its next attempt at an endpoint that is enabled.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, requestId],
  requestBody: emptyBody,
  responses: {
    200: success('The endpoint is enabled.', WebhookEndpointResponse, endpointExample),
    ...failures(`${ENDPOINT_PATH}/enable`, [...BODY_FAULTS, 'WEBHOOK_ENDPOINT_NOT_FOUND'], NO_BODY_FAULTS),
  },
};

const disableWebhookEndpoint = {
  operationId: 'disableWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Disable a webhook endpoint',
  description: withScopes(
    'Nothing is sent to it until it is enabled again. A request in progress is completed.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, requestId],
  requestBody: emptyBody,
  responses: {
    200: success('The endpoint is disabled.', WebhookEndpointResponse, {
      success: true,
      data: { ...webhookEndpointExample, status: 'DISABLED' },
    }),
    ...failures(`${ENDPOINT_PATH}/disable`, [...BODY_FAULTS, 'WEBHOOK_ENDPOINT_NOT_FOUND'], NO_BODY_FAULTS),
  },
};

const testWebhookEndpoint = {
  operationId: 'testWebhookEndpoint',
  tags: ['Webhooks'],
  summary: 'Test a webhook endpoint',
  description: withScopes(
    'Sends an event of the type `webhook.test` now, also to a disabled endpoint, and answers with the outcome. The event has the members of every event; `tripId`, `data.trip` and `data.previousStatus` are null. It is not retried, and the endpoint stays as it is.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, requestId],
  requestBody: emptyBody,
  responses: {
    200: success('The result of the attempt. The status is 200 even if the attempt failed.', WebhookAttemptResponse, {
      success: true,
      data: { ...webhookAttemptExample, eventId: webhookTestEventExample._id },
    }),
    ...failures(`${ENDPOINT_PATH}/test`, [...BODY_FAULTS, 'WEBHOOK_ENDPOINT_NOT_FOUND'], NO_BODY_FAULTS),
  },
};

const listWebhookDeliveries = {
  operationId: 'listWebhookDeliveries',
  tags: ['Webhooks'],
  summary: 'List delivery attempts',
  description: withScopes(
    'Every attempt to send something to the endpoint, newest first. Kept for 30 days, at most 10,000 of them.',
    'webhooks',
  ),
  parameters: [endpointIdParameter, ...queryParameters(ListWebhookDeliveriesQuery), requestId],
  responses: {
    200: success('One page of attempts.', WebhookAttemptListResponse, listExample(webhookAttemptExample)),
    ...failures(`${ENDPOINT_PATH}/deliveries`, ['VALIDATION_FAILED', 'WEBHOOK_ENDPOINT_NOT_FOUND'], LIST_FAULTS),
  },
};

const redeliverEvent = {
  operationId: 'redeliverEvent',
  tags: ['Webhooks'],
  summary: 'Deliver an event again',
  description: withScopes(
    'Queues the event for one endpoint, whether or not it was delivered before and whatever types the endpoint receives. If the endpoint is disabled, it is sent when the endpoint is enabled. If an earlier event of the trip still waits, this one is sent after it: redeliver the earlier one, and the later ones follow.',
    'webhooks',
  ),
  parameters: [eventIdParameter, requestId],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: schemaOf(RedeliverEventRequest),
        example: { endpointId: webhookEndpointExample._id },
      },
    },
  },
  responses: {
    202: success('The event is queued.', QueuedDeliveryResponse, {
      success: true,
      data: { eventId: eventExample._id, endpointId: webhookEndpointExample._id },
    }),
    ...failures(
      `/v1/events/${eventExample._id}/redeliver`,
      [...BODY_FAULTS, 'EVENT_NOT_FOUND', 'WEBHOOK_ENDPOINT_NOT_FOUND'],
      ['endpointId is required'],
    ),
  },
};

export const webhookPaths = {
  '/v1/events/{id}/redeliver': { post: redeliverEvent },
  '/v1/webhook-endpoints': { get: listWebhookEndpoints, post: createWebhookEndpoint },
  '/v1/webhook-endpoints/{id}': { get: getWebhookEndpoint, delete: deleteWebhookEndpoint },
  '/v1/webhook-endpoints/{id}/rotate-secret': { post: rotateWebhookSecret },
  '/v1/webhook-endpoints/{id}/enable': { post: enableWebhookEndpoint },
  '/v1/webhook-endpoints/{id}/disable': { post: disableWebhookEndpoint },
  '/v1/webhook-endpoints/{id}/test': { post: testWebhookEndpoint },
  '/v1/webhook-endpoints/{id}/deliveries': { get: listWebhookDeliveries },
};
