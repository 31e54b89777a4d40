import type { LookupAddress, lookup as systemLookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../clock.ts';
import type { DeliveryError } from '../contract/webhook.ts';
import { isPublicAddress, urlFault, type WebhookTargets } from './targets.ts';
import type { SigningSecrets } from './webhookStore.ts';

export interface Recipient extends SigningSecrets {
  url: string;
}

export interface Message {
  eventId: string;
  /** JSON. */
  body: string;
}

/** What came of sending a message once. */
export interface Outcome {
  sentAt: Date;
  responseStatus: number | null;
  error: DeliveryError | null;
  ms: number;
}

export interface Sender {
  /** Never fails: what goes wrong is the outcome. Undefined if it was aborted. */
  send(recipient: Recipient, message: Message, signal?: AbortSignal): Promise<Outcome | undefined>;
}

export interface SenderSettings {
  targets: WebhookTargets;
  clock: Clock;
  lookup: typeof systemLookup;
  timeoutMs?: number;
  /** Certificates to trust instead of the usual ones. */
  ca?: string;
}

/** How long an attempt may take. */
export const SEND_TIMEOUT_MS = 10_000;
// Nothing of the body is used. A receiver may finish sending a short one, so that its own logs show no broken connection.
const MAX_RESPONSE_BYTES = 16 * 1024;

export function createSender({ targets, clock, lookup, timeoutMs = SEND_TIMEOUT_MS, ca }: SenderSettings): Sender {
  const options = { ca, timeoutMs, lookup: targets === 'any' ? (lookup as LookupFunction) : publicLookup(lookup) };
  return {
    async send(recipient, message, signal) {
      const sentAt = clock();
      const startedAt = performance.now();
      const headers = signedHeaders(recipient, message, sentAt);
      const result = await post(recipient.url, targets, { ...options, signal, headers, body: message.body });
      if (signal?.aborted && result.responseStatus === null) return undefined;
      return { sentAt, ms: Math.round(performance.now() - startedAt), ...result };
    },
  };
}

/** As Standard Webhooks says. During the overlap of a rotation there are several signatures: a receiver needs to know one secret. */
function signedHeaders(secrets: SigningSecrets, { eventId, body }: Message, sentAt: Date): Record<string, string> {
  const old = secrets.oldSecrets.filter(({ until }) => sentAt < new Date(until));
  const signatures = [secrets, ...old].map(({ secret }) => new Webhook(secret).sign(eventId, sentAt, body));
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Trip-Booking-API-Webhooks',
    'webhook-id': eventId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}

type Result = Pick<Outcome, 'responseStatus' | 'error'>;
const failed = (error: DeliveryError): Result => ({ responseStatus: null, error });

interface Post extends RequestOptions {
  signal: AbortSignal | undefined;
  timeoutMs: number;
  body: string;
}

/** Sends a request on a connection of its own: no redirect is followed and no proxy used. */
function post(text: string, targets: WebhookTargets, { body, timeoutMs, ...options }: Post): Promise<Result> {
  const url = new URL(text);
  // Again, because an address that is part of the URL is not looked up, and the setting may have changed.
  if (urlFault(text, targets)) return Promise.resolve(failed('ADDRESS_NOT_ALLOWED'));
  return new Promise((resolve) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      ...options,
      method: 'POST',
      agent: false,
    });
    // A timer of its own: Node may collect a signal of AbortSignal.any() as garbage, and then it never times out.
    const timer = setTimeout(() => request.destroy(new TimedOut()), timeoutMs);
    request.on('response', (response) => {
      discard(response);
      const { statusCode = 0 } = response;
      const isSuccess = statusCode >= 200 && statusCode < 300;
      resolve({ responseStatus: statusCode, error: isSuccess ? null : 'UNSUCCESSFUL_STATUS' });
    });
    request.on('error', (error) => resolve(failed(reasonOf(error))));
    request.on('close', () => {
      clearTimeout(timer);
      resolve(failed('CONNECTION_FAILED')); // no effect after the others
    });
    request.end(body);
  });
}

function discard(response: IncomingMessage): void {
  let bytes = 0;
  response.on('error', () => {}); // its status has decided already
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) response.destroy();
  });
}

const TLS_CODES = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;
const NAME_CODES = /^(ENOTFOUND|EAI_|ENODATA)/;

function reasonOf(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof AddressNotAllowed) return 'ADDRESS_NOT_ALLOWED';
  if (error instanceof TimedOut) return 'TIMED_OUT';
  const code = error.code ?? '';
  if (TLS_CODES.test(code)) return 'TLS_FAILED';
  return NAME_CODES.test(code) ? 'HOST_NOT_FOUND' : 'CONNECTION_FAILED';
}

class AddressNotAllowed extends Error {}
class TimedOut extends Error {}

/**
 * Looks a name up for a socket, which connects to the very addresses that were checked: a name that has a public address when it is
 * checked and a private one when it is used gains nothing.
 */
function publicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const addresses = found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (!first) return callback(new AddressNotAllowed(), []);
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
