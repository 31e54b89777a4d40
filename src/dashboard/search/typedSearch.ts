import type { FastifyRequest } from 'fastify';
import { parseId } from '../../identifiers.ts';

export const SEARCH_PATH = '/app/search';
export const MAX_SEARCH = 200;

/** A search as it stands in a URL. */
export interface TypedSearch {
  text: string;
  /** Only what was created before this one; all if empty. */
  olderThan: string;
}

export function typedSearch({ query }: FastifyRequest): TypedSearch {
  const { q, older } = query as Record<string, unknown>;
  const text = typeof q === 'string' ? q.slice(0, MAX_SEARCH).replaceAll('\0', '').trim() : '';
  return { text, olderThan: (typeof older === 'string' && parseId(older)) || '' };
}

export const searchLink = (path: string, { text, olderThan }: TypedSearch): string => {
  const given = Object.entries({ q: text, older: olderThan }).filter(([, value]) => value !== '');
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
};
