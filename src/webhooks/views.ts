import type {
  WebhookAttempt as AttemptView,
  WebhookEndpoint as EndpointView,
  WebhookEndpointWithSecret as EndpointWithSecretView,
} from '../contract/webhook.ts';
import type { WebhookAttempt, WebhookEndpoint } from './webhookStore.ts';

/** Records as the API returns them. */
export const endpointView = (endpoint: WebhookEndpoint): EndpointView => ({
  _id: endpoint.endpointId,
  url: endpoint.url,
  eventTypes: endpoint.eventTypes,
  description: endpoint.description,
  status: endpoint.status,
  createdAt: endpoint.createdAt.toISOString(),
});

export const withSecretView = (endpoint: WebhookEndpoint & { secret: string }): EndpointWithSecretView => ({
  ...endpointView(endpoint),
  secret: endpoint.secret,
});

export const attemptView = (attempt: WebhookAttempt): AttemptView => ({
  eventId: attempt.eventId,
  attempt: attempt.attempt,
  at: attempt.attemptedAt.toISOString(),
  responseStatus: attempt.responseStatus,
  error: attempt.error,
  ms: attempt.ms,
  nextAttemptAt: attempt.nextAttemptAt?.toISOString() ?? null,
});
