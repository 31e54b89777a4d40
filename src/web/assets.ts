import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';

/** Beside this file, in src/ and in dist/. */
const DIRECTORY = new URL('./assets/', import.meta.url);
const PREFIX = '/assets/';

interface Asset {
  hash: string;
  type: string;
  /** Text, or bytes that are compressed already. */
  content: string | Buffer;
}

const assets = new Map<string, Asset>();

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/**
 * Serves a file from memory under a path that contains its hash, so that browsers may cache it for ever. Returns the
 * path.
 */
export function publish(name: string, content: string | Buffer): string {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? '';
  assets.set(name, { hash, type, content });
  return `${PREFIX}${hash}/${name}`;
}

/** Serves a file of the assets directory. */
export const publishFile = (name: string): string => publish(name, read(name));

const read = (name: string) => readFileSync(new URL(name, DIRECTORY), 'utf8');

const { resolve } = createRequire(import.meta.url);
const readFont = (name: string) => readFileSync(resolve(`@fontsource-variable/inter/${name}`));
const publishFont = (name: string) => publish(name, readFont(`files/${name}`));

/** The typeface, in parts by script; browsers load those that a page needs. */
const fontFaces = readFont('index.css')
  .toString()
  .replaceAll(/url\(\.\/files\/([^)]+)\)/g, (_, name: string) => `url(${publishFont(name)})`);

/** The part that every page needs. */
export const FONT_PATH = publishFont('inter-latin-wght-normal.woff2');

/** All stylesheets in the order of their names, as one. */
const styles = readdirSync(DIRECTORY).filter((name) => name.endsWith('.css'));

export const STYLE_PATH = publish('style.css', [fontFaces, ...styles.sort().map(read)].join(''));
export const SCRIPT_PATH = publishFile('page.js');
export const ICON_PATH = publishFile('icon.svg');

export function assetRoutes(app: FastifyInstance): void {
  app.get<{ Params: { hash: string; name: string } }>(`${PREFIX}:hash/:name`, async (request, reply) => {
    const found = assets.get(request.params.name);
    if (!found) throw new ApiError('NOT_FOUND');
    request.compression = typeof found.content === 'string' ? 'kept' : 'never';
    // While two releases run side by side, each may be asked for a file of the other.
    const isCurrent = request.params.hash === found.hash;
    reply.headers({
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
      'x-content-type-options': 'nosniff',
    });
    return reply.type(found.type).send(found.content);
  });
}
