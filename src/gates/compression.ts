import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';

declare module 'fastify' {
  interface FastifyRequest {
    compression: Compression;
  }
}

/**
 * How the response to a request is compressed if the client accepts it: cheaply, for what is sent once; well, and then
 * kept, for public text that many read; or never, for what is compressed already, and for secrets beside text that
 * somebody else may have chosen (BREACH).
 */
type Compression = 'cheap' | 'kept' | 'never';

/** The one with the smaller result first. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** Below this a response fits into one packet anyway. */
const MIN_BYTES = 1024;
// Clients send a few dozen characters; the rest of a longer header is not worth parsing.
const MAX_CHARACTERS = 500;
// Of text and compressed bytes: enough for all assets and pages of the documentation, in both languages and both encodings.
const MAX_KEPT_SIZE = 16 * 1024 * 1024;

const compressGzip = promisify<Buffer | string, { level: number }, Buffer>(gzip);
const compressBrotli = promisify<Buffer | string, { params: Record<number, number> }, Buffer>(brotliCompress);

/** Chosen on lists of trips: the next level takes twice as long and saves less than a tenth. */
const CHEAP = { br: 4, gzip: 1 };
/** The highest that takes milliseconds. */
const THOROUGH = { br: 9, gzip: 9 };

const compress = (text: Buffer | string, encoding: Encoding, level: Record<Encoding, number>): Promise<Buffer> =>
  encoding === 'br'
    ? compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: level.br } })
    : compressGzip(text, { level: level.gzip });

/** The encoding to send to this client; undefined for none. */
function acceptedEncoding({ headers }: Pick<FastifyRequest, 'headers'>): Encoding | undefined {
  const accepted = headers['accept-encoding'];
  if (accepted === undefined) return undefined;
  const negotiator = new Negotiator({ headers: { 'accept-encoding': accepted.slice(0, MAX_CHARACTERS) } });
  const chosen = negotiator.encoding([...ENCODINGS, 'identity'], { preferred: [...ENCODINGS] });
  return ENCODINGS.find((each) => each === chosen);
}

export const addVary = (reply: FastifyReply, name: string): void => {
  const present = reply.getHeader('vary');
  reply.header('vary', present === undefined ? name : `${present}, ${name}`);
};

/** Compresses every response that is large enough. Everything the service sends is text. */
export function compressionGate(app: FastifyInstance): void {
  const kept = new LRUCache<string, Buffer>({
    maxSize: MAX_KEPT_SIZE,
    sizeCalculation: (bytes, name) => name.length + bytes.length,
  });
  const compressOnce = async (text: string, encoding: Encoding): Promise<Buffer> => {
    const name = `${encoding} ${text}`;
    const bytes = kept.get(name) ?? (await compress(text, encoding, THOROUGH));
    kept.set(name, bytes);
    return bytes;
  };

  app.decorateRequest('compression', 'cheap');
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (!isLarge(payload) || request.compression === 'never' || reply.hasHeader('content-encoding'))
      return done(null, payload);
    addVary(reply, 'accept-encoding');
    const encoding = acceptedEncoding(request);
    if (encoding === undefined) return done(null, payload);
    const isKept = request.compression === 'kept' && reply.statusCode === 200 && typeof payload === 'string';
    const compressed = isKept ? compressOnce(payload, encoding) : compress(payload, encoding, CHEAP);
    compressed.then((bytes) => {
      reply.header('content-encoding', encoding);
      const tag = reply.getHeader('etag');
      if (typeof tag === 'string') reply.header('etag', tagFor(tag, encoding));
      done(null, bytes);
    }, done);
  });
}

const isLarge = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) &&
  (payload.length > MIN_BYTES || Buffer.byteLength(payload) > MIN_BYTES);

/** A strong entity tag names the bytes, so each encoding has its own. */
const tagFor = (tag: string, encoding: Encoding): string => tag.replace(/"$/, `-${encoding}"`);

/** The entity tag by which the client knows this content, in any encoding; undefined if it does not. */
export function knownTag({ headers }: Pick<FastifyRequest, 'headers'>, tag: string): string | undefined {
  const ours = [tag, ...ENCODINGS.map((encoding) => tagFor(tag, encoding))];
  const listed = (headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return listed.includes('*') ? tag : listed.find((each) => ours.includes(each));
}
