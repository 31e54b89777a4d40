import { departures } from '../../support/openapi.ts';
import type { RawAnswer } from '../../support/rawHttp.ts';
import type { Description } from '../making/description.ts';
import { type Draft, targetOf } from '../making/draft.ts';

/** For operators, and not in the description. */
const UNDESCRIBED = new Set(['/healthz', '/readyz', '/v1/openapi.json']);
const LETTERS_IN_PERCENTS = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/** The path of a request target: without scheme, host and query, and with needless percent-encoding removed. */
export function describedPath(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*\/?/i, '/').split(/[?#]/, 1)[0] ?? '';
  try {
    decodeURIComponent(path);
  } catch {
    return path; // badly encoded, so taken literally
  }
  return path.replace(LETTERS_IN_PERCENTS, decodeURIComponent);
}

interface Envelope {
  code: string;
  message: string | string[];
  path: string;
  statusCode: number;
}

/** The error in the answer's body, if it is one. */
export function envelopeOf({ status, text }: Pick<RawAnswer, 'status' | 'text'>): Envelope | undefined {
  if (status < 400) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the HTTP layer refused it, as malformed, too large or late, before any operation. */
export function isRefusalOfBrokenHttp(answer: RawAnswer): boolean {
  const envelope = envelopeOf(answer);
  if (envelope?.code === 'VALIDATION_FAILED') return envelope.message[0] === 'the request is not valid HTTP';
  return envelope?.code === 'HEADERS_TOO_LARGE' || envelope?.code === 'REQUEST_TIMEOUT';
}

/** How an answer departs from the description, whatever was sent. */
export function contractFaults(draft: Draft, answer: RawAnswer, description: Description): string[] {
  const path = describedPath(targetOf(draft));
  if (answer.status >= 500) return [`${answer.status}: the service failed`];
  if (isRefusalOfBrokenHttp(answer)) return refusalFaults(answer);
  if (path === '/' && answer.status === 302) return []; // to the documentation
  if (draft.method === 'HEAD') return headFaults(path, answer, description);
  if (UNDESCRIBED.has(path) && answer.status < 400) return answer.status === 200 ? [] : [`${answer.status} on ${path}`];
  return [
    ...departures({ method: draft.method, path, ...answer }),
    ...(envelopeOf(answer) && envelopeOf(answer)?.statusCode !== answer.status ? ['statusCode is not the status'] : []),
  ];
}

function headFaults(path: string, { status, headers, text }: RawAnswer, description: Description): string[] {
  const statuses = [...(description.operationAt('GET', path)?.statuses ?? []), '404', '405', '400'];
  return [
    ...(text === '' ? [] : ['an answer to HEAD has a body']),
    ...(headers.get('x-request-id') ? [] : ['no X-Request-Id']),
    ...(/^application\/json/.test(headers.get('content-type') ?? '') ? [] : ['no JSON']),
    ...(statuses.includes(String(status)) || UNDESCRIBED.has(path)
      ? []
      : [`HEAD answers ${status}, which no GET does`]),
  ];
}

/** Bytes that are no request get one envelope and the end of the connection. */
export function refusalFaults(answer: RawAnswer): string[] {
  if (answer.status >= 500) return [`${answer.status}: the service failed`];
  if (answer.status < 400) return [`${answer.status} for a request that must be refused`];
  return [
    ...(answer.closes ? [] : ['a refusal of broken HTTP does not close the connection']),
    ...departures({ method: 'BROKEN', path: '', ...answer }),
  ];
}
