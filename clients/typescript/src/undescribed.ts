/** Types of operations that the OpenAPI description does not have yet. Once it has them, they move to types.ts. */
import type { EventType } from './types.ts';

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
