import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** Beside this file, among the sources as among what the build makes. */
const DIRECTORY = new URL('./assets/', import.meta.url);
const PREFIX = '/assets/';

interface Asset {
  name: string;
  hash: string;
  type: string;
  plain: Buffer;
  brotli: Buffer;
}

/** The stylesheets of all areas in the order of their names, as one. */
function readStyles(): Buffer {
  const names = readdirSync(DIRECTORY).filter((name) => name.endsWith('.css'));
  return Buffer.concat(names.sort().map((name) => readFileSync(new URL(name, DIRECTORY))));
}

function asset(name: string, type: string, plain: Buffer): Asset {
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 16);
  return { name, hash, type, plain, brotli: brotliCompressSync(plain) };
}

const style = asset('style.css', 'text/css; charset=utf-8', readStyles());
const script = asset('page.js', 'text/javascript; charset=utf-8', readFileSync(new URL('page.js', DIRECTORY)));
const icon = asset('icon.svg', 'image/svg+xml', readFileSync(new URL('icon.svg', DIRECTORY)));

/** By what they hold, so that a browser may keep them for ever. */
const pathOf = ({ name, hash }: Asset) => `${PREFIX}${hash}/${name}`;
export const STYLE_PATH = pathOf(style);
export const SCRIPT_PATH = pathOf(script);
export const ICON_PATH = pathOf(icon);

const assets = new Map([style, script, icon].map((each) => [each.name, each]));

export function assetRoutes(app: FastifyInstance): void {
  app.get<{ Params: { hash: string; name: string } }>(`${PREFIX}:hash/:name`, async (request, reply) => {
    const found = assets.get(request.params.name);
    if (!found) throw new ApiError('NOT_FOUND');
    const isBrotli = String(request.headers['accept-encoding'] ?? '').includes('br');
    // While an older and a newer release run side by side, the one may be asked for what the other has.
    const isCurrent = request.params.hash === found.hash;
    reply.headers({
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      ...(isBrotli ? { 'content-encoding': 'br' } : {}),
    });
    return reply.type(found.type).send(isBrotli ? found.brotli : found.plain);
  });
}
