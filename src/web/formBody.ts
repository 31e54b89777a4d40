import type { FastifyInstance, FastifyRequest } from 'fastify';
import { validationFailed } from '../errors.ts';

/** Far more than the largest form has. */
const MAX_FIELDS = 500;

/** The values of each field of a form, in order. */
export type Form = ReadonlyMap<string, readonly string[]>;

/** Forms are the only bodies accepted here. The limit on bytes is that of the whole service. */
export function formBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: FastifyRequest, text: string) => parseForm(text),
  );
}

function parseForm(text: string): Form {
  const form = new Map<string, string[]>();
  // One more than allowed, so that a body of separators alone does not make a long list.
  const pairs = text === '' ? [] : text.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw validationFailed([`a form may have at most ${MAX_FIELDS} fields`]);
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1));
    const values = form.get(name);
    if (values) values.push(value);
    else form.set(name, [value]);
  }
  return form;
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // refused below, like anything the database cannot store
  }
  throw validationFailed(['a form must be valid UTF-8 without the zero character']);
}

/** The first value of a field, or an empty text. */
export const fieldOf = (form: Form, name: string): string => form.get(name)?.[0] ?? '';
