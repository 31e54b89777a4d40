import type { Random } from '../../support/random.ts';
import { PATIENCE_MS } from '../../support/rawHttp.ts';
import { type Draft, setHeader } from '../making/draft.ts';
import { bytesOf } from '../making/wire.ts';

/** What is sent over a connection, and what must come back. */
export interface Exchange {
  name: string;
  /** Written one after the other. */
  pieces: Buffer[];
  /** Between two pieces. */
  pauseMs: number;
  /** What we do after the last piece: wait, end our side, or break the connection off. */
  ending: 'wait' | 'end' | 'reset';
  /** The requests in it that are complete and sound HTTP, in order: each is to be answered. */
  owed: Draft[];
  /**
   * Whether a refusal of what is broken comes after those answers and ends the connection; `instead` means that the one request
   * is answered or refused, as the HTTP parser of this Node version takes it.
   */
  refusal: 'must' | 'may' | 'none' | 'instead';
  /** We left before the answers: they may or may not come. */
  isGivenUp?: boolean;
  /** We read nothing of what comes. */
  isDeaf?: boolean;
  /** How long the service may take for all of it. */
  patienceMs: number;
}

/** What tricks are made of. */
export interface TrickTools {
  chance: Random;
  /** A valid request for the operation, or for any; its body is written. */
  request(operationId?: string): Draft;
  /** A request that is sound HTTP and may be anything else. */
  spoilt(): Draft;
}

/** A named way to use a connection as no client should, or as few do. */
export interface Trick {
  name: string;
  make(tools: TrickTools): Omit<Exchange, 'name'>;
}

const DEFAULTS = { pauseMs: 0, ending: 'wait', owed: [] as Draft[], refusal: 'none', patienceMs: PATIENCE_MS } as const;

export const exchangeOf = (parts: Pick<Exchange, 'pieces'> & Partial<Exchange>): Omit<Exchange, 'name'> => ({
  ...DEFAULTS,
  ...parts,
});

/** Bytes that are broken HTTP from some place on: one refusal, and the end. */
export const refused = (...pieces: (string | Buffer)[]): Omit<Exchange, 'name'> =>
  exchangeOf({ pieces: pieces.map(toBytes), refusal: 'must' });

/** Text is taken byte by byte. */
export const toBytes = (piece: string | Buffer): Buffer =>
  typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;

/** The service closes the connection after answering this one. */
export function lastOne(draft: Draft): Draft {
  setHeader(draft, 'Connection', 'close');
  return draft;
}

/** All these requests, one after the other; the last one closes the connection. */
export function oneAfterTheOther(drafts: Draft[], chance: Random): Buffer {
  const last = drafts.at(-1);
  if (last) lastOne(last);
  return Buffer.concat(drafts.map((draft) => bytesOf(draft, chance)));
}

/** Cuts bytes into so many pieces, at any places. */
export function cut(bytes: Buffer, count: number, chance: Random): Buffer[] {
  const places = Array.from({ length: count - 1 }, () => chance.between(0, bytes.length)).sort((a, b) => a - b);
  return [0, ...places].map((start, index) => bytes.subarray(start, places[index] ?? bytes.length));
}
