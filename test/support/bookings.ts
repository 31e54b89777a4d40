import { expect } from 'vitest';
import { type ApiAnswer, type ApiClient, bookingBody, newKey } from './client.ts';

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
