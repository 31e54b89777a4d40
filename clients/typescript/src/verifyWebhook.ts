import { WebhookVerificationError as VerificationError, Webhook } from 'standardwebhooks';
import type { TripEvent, WebhookTestEvent } from './types.ts';

/** The delivery was not signed with the secret within the last five minutes. */
export interface WebhookVerificationError extends Error {}

// Not re-exported as it is: the types of standardwebhooks use Buffer, and do not compile without @types/node.
export const WebhookVerificationError: new (message: string) => WebhookVerificationError = VerificationError;

/** The headers of a request, as `node:http`, Fastify, Express and `fetch` have them. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/**
 * The event of a delivery, or a WebhookVerificationError if it was not signed with the secret within the last five minutes.
 * `body` must be the bytes that arrived: JSON that was parsed and written again does not match. During a rotation, pass both
 * secrets.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
): TripEvent | WebhookTestEvent {
  const text = textOf(body);
  const sent = plainHeaders(headers);
  let failure = new WebhookVerificationError('No secret to verify with');
  for (const each of [secret].flat()) {
    const webhook = withSecret(each);
    try {
      return webhook.verify(text, sent) as TripEvent | WebhookTestEvent;
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      failure = error;
    }
  }
  throw failure;
}

function textOf(body: string | Uint8Array): string {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  throw new TypeError(
    'the body must be the text or the bytes as they arrived, not parsed JSON: the signature is of those',
  );
}

function withSecret(secret: string): Webhook {
  try {
    return new Webhook(secret);
  } catch {
    throw new TypeError(
      'the webhook secret must be the complete whsec_… value, as shown when the endpoint was created or its secret rotated',
    );
  }
}

function plainHeaders(headers: WebhookHeaders): Record<string, string> {
  const entries = headers instanceof Headers ? [...headers] : Object.entries(headers);
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}
