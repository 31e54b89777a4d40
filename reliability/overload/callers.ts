import { bookingExample } from '../../src/contract/openapi/examples.ts';
import type { Account } from '../support/accounts.ts';
import { departures } from '../support/openapi.ts';
import type { RawAnswer } from '../support/rawHttp.ts';

export type Kind = 'book' | 'read' | 'list';

export interface Call {
  number: number;
  kind: Kind;
  method: string;
  path: string;
  account: number;
  bytes: string;
}

/** A booking that was acknowledged. */
export interface Booked {
  number: number;
  account: number;
  tripId: string;
}

/** The booking's note, by which it is found in the database. */
export const noteOf = (number: number) => `request-${number}`;

/** Of ten requests, five book, four read what was booked, one lists. */
const KINDS: readonly Kind[] = ['book', 'read', 'book', 'read', 'book', 'list', 'book', 'read', 'book', 'read'];

/** Makes the requests of all accounts in turn; each carries its number as X-Request-Id. */
export function createCallers(accounts: readonly Account[], scheduledAt: string) {
  const booked: Booked[] = [];
  let number = 0;
  return {
    booked,
    next(): Call {
      number += 1;
      const kind = KINDS[number % KINDS.length] as Kind;
      const target = kind === 'read' ? booked[(number * 7919) % booked.length] : undefined;
      const account = target?.account ?? number % accounts.length;
      const path = target ? `/v1/trips/${target.tripId}` : '/v1/trips';
      const method = kind === 'book' ? 'POST' : 'GET';
      const head = [
        `${method} ${path} HTTP/1.1`,
        'Host: localhost',
        `Authorization: Bearer ${accounts[account]?.apiKey}`,
        `X-Request-Id: ${noteOf(number)}`,
      ];
      const bytes = kind === 'book' ? withBody(head, number, scheduledAt) : `${head.join('\r\n')}\r\n\r\n`;
      return { number, kind: target || kind === 'book' ? kind : 'list', method, path, account, bytes };
    },
  };
}

function withBody(head: string[], number: number, scheduledAt: string): string {
  const body = JSON.stringify({ ...bookingExample, scheduledAt, note: noteOf(number) });
  const lines = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  return [...head, `Idempotency-Key: ${noteOf(number)}`, ...lines, '', body].join('\r\n');
}

/** Checking against the complete description takes CPU time that the service needs, so only some answers are. */
const FULLY_CHECKED_EVERY = 20;

/** What makes an answer neither the expected success nor a well-formed refusal; empty when it is one of them. */
export function answerFaults(call: Call, answer: RawAnswer): string[] {
  const faults = answer.status === 503 ? refusalFaults(answer) : successFaults(call, answer);
  if (answer.headers.get('x-request-id') !== noteOf(call.number)) faults.push('wrong X-Request-Id');
  if (answer.closes) faults.push('the answer closes its connection');
  const isFullyChecked = call.number % FULLY_CHECKED_EVERY === 0 || faults.length > 0;
  return isFullyChecked ? [...faults, ...departures({ ...call, ...answer })] : faults;
}

function refusalFaults({ headers, text }: RawAnswer): string[] {
  return [
    ...(/^[1-9]\d*$/.test(headers.get('retry-after') ?? '') ? [] : ['a 503 without Retry-After']),
    ...(text.startsWith('{"code":"SERVICE_UNAVAILABLE",') ? [] : [`a 503 with the body ${text}`]),
  ];
}

const successFaults = ({ kind }: Call, { status, text }: RawAnswer): string[] =>
  status === (kind === 'book' ? 201 : 200) ? [] : [`${kind} answered ${status}: ${text}`];
