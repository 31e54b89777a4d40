import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { departures } from '../../reliability/support/openapi.ts';
import type { Trip, TripWithHistory } from '../../src/contract/trip.ts';

export interface CallOptions {
  key?: string | undefined;
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
  body: any;
}

/** One call over HTTP. Every answer is held against the OpenAPI description. */
export async function call(
  baseUrl: string,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<ApiAnswer> {
  const { key, body, headers = {} } = options;
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'accept-encoding': 'identity', // the length of a compressed body depends on its identifiers
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!UNDESCRIBED.has(path)) {
    expect(departures({ method, path, status: response.status, headers: response.headers, text })).toEqual([]);
  }
  return { status: response.status, headers: response.headers, text, body: text === '' ? undefined : JSON.parse(text) };
}

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

const UNDESCRIBED = new Set(['/healthz', '/readyz', '/v1/openapi.json']);

export const newKey = () => ({ 'idempotency-key': randomUUID() });

/** A booking that is valid while the test clock shows its usual time; change what a test is about. */
export function bookingBody(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
    dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
    scheduledAt: '2027-03-14T10:30:00+01:00',
    price: 66,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
    ...changes,
  };
}

/** Calls of one account on one service. */
export function apiClient(baseUrl: string, key: string) {
  const send = (method: string, path: string, options: CallOptions = {}) =>
    call(baseUrl, method, path, { key, ...options });
  const create = (changes: Record<string, unknown> = {}, headers: Record<string, string> = newKey()) =>
    send('POST', '/v1/trips', { body: bookingBody(changes), headers });
  const read = (id: string) => send('GET', `/v1/trips/${id}`);
  return {
    send,
    create,
    list: (query = '') => send('GET', `/v1/trips${query}`),
    read,
    cancel: (id: string, options: CallOptions = {}) => send('POST', `/v1/trips/${id}/cancel`, options),
    async createdTrip(changes: Record<string, unknown> = {}): Promise<Trip> {
      const answer = await create(changes);
      expect(answer.status).toBe(201);
      return answer.body.data;
    },
    async tripNow(id: string): Promise<TripWithHistory> {
      const answer = await read(id);
      expect(answer.status).toBe(200);
      return answer.body.data;
    },
  };
}
export type ApiClient = ReturnType<typeof apiClient>;

/** A valid booking with the members at these paths (`pickup.lat`) replaced; undefined takes a member out. */
export function bookingWith(changes: Record<string, unknown>): Record<string, unknown> {
  const body = structuredClone(bookingBody());
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let parent = body;
    for (const name of names) parent = parent[name] as Record<string, unknown>;
    parent[last] = value;
  }
  return body;
}

/** Sends such a booking under a key of its own. */
export const book = (api: ApiClient, changes: Record<string, unknown>): Promise<ApiAnswer> =>
  api.send('POST', '/v1/trips', { body: bookingWith(changes), headers: newKey() });

/** Holds an answer to be the refusal of a malformed request, with exactly these faults in any order. */
export function expectFaults({ status, body }: ApiAnswer, faults: string[]): void {
  expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
  expect([...body.message].sort()).toEqual([...faults].sort());
}
