import type { Random } from '../../support/random.ts';
import { PATIENCE_MS } from '../../support/rawHttp.ts';
import { bytesOf, type Draft, removeHeader, setHeader } from '../making/draft.ts';

/** What is sent over a connection, and what must come back. */
export interface Exchange {
  name: string;
  pieces: Buffer[];
  /** Between two pieces. */
  pauseMs: number;
  /** After the last piece: wait, end our side, or reset the connection. */
  ending: 'wait' | 'end' | 'reset';
  /** The complete and well-formed requests in it, in order: each must be answered. */
  expected: Draft[];
  /**
   * Whether a refusal of malformed HTTP follows those answers and ends the connection; `instead` means that the one request is
   * answered or refused, depending on the HTTP parser of this Node version.
   */
  refusal: 'must' | 'may' | 'none' | 'instead';
  /** We leave before the answers: they may or may not come. */
  isAbandoned?: boolean;
  stopsReading?: boolean;
  patienceMs: number;
}

export interface TrickTools {
  random: Random;
  /** A valid request for the operation, or for any; its body is written. */
  request(operationId?: string): Draft;
  /** A request that is well-formed HTTP, and otherwise mutated. */
  mutated(): Draft;
}

/** A named unusual way to use a connection. */
export interface Trick {
  name: string;
  make(tools: TrickTools): Omit<Exchange, 'name'>;
}

const DEFAULTS = {
  pauseMs: 0,
  ending: 'wait',
  expected: [] as Draft[],
  refusal: 'none',
  patienceMs: PATIENCE_MS,
} as const;

export const exchangeOf = (parts: Pick<Exchange, 'pieces'> & Partial<Exchange>): Omit<Exchange, 'name'> => ({
  ...DEFAULTS,
  ...parts,
});

/** Bytes that are malformed HTTP from some point on: one refusal, and the end. */
export const refused = (...pieces: (string | Buffer)[]): Omit<Exchange, 'name'> =>
  exchangeOf({ pieces: pieces.map(toBytes), refusal: 'must' });

export const toBytes = (piece: string | Buffer): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;

/** The service closes the connection after answering this one. */
export function lastOne(draft: Draft): Draft {
  setHeader(draft, 'Connection', 'close');
  return draft;
}

/** It is then answered before its body is read. */
export function removeAuthorization(draft: Draft): void {
  removeHeader(draft, 'Authorization');
  draft.mutations.push('no Authorization');
}

/** All these requests; the last one closes the connection. */
export function pipelined(drafts: Draft[], random: Random): Buffer {
  const last = drafts.at(-1);
  if (last) lastOne(last);
  return Buffer.concat(drafts.map((draft) => bytesOf(draft, random)));
}

/** Cuts bytes into this many pieces, at random places. */
export function cut(bytes: Buffer, count: number, random: Random): Buffer[] {
  const places = Array.from({ length: count - 1 }, () => random.between(0, bytes.length)).sort((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}
