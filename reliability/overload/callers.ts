import type { Account } from '../support/accounts.ts';

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

/** What a booking carries as its note, by which it is found again. */
export const noteOf = (number: number) => `request-${number}`;

/** Of ten requests five book, four read what was booked, one lists. */
const KINDS: readonly Kind[] = ['book', 'read', 'book', 'read', 'book', 'list', 'book', 'read', 'book', 'read'];

/** Makes the requests of all accounts, one after the other; each carries its number as X-Request-Id. */
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
  const body = JSON.stringify({
    pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
    dropoff: { address: 'Aeroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
    scheduledAt,
    price: 66,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
    note: noteOf(number),
  });
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  return [...head, `Idempotency-Key: ${noteOf(number)}`, ...lines, '', body].join('\r\n');
}
