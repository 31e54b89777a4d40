import type { FastifyRequest } from 'fastify';
import { parseId } from '../../identifiers.ts';

export const MAX_SEARCH = 200;

/** The riders that a request searches: text that they contain, and the rider whose older ones follow. */
export function wantedRiders({ query }: FastifyRequest): { text: string; olderThan: string } {
  const { q, older } = query as Record<string, unknown>;
  const text = typeof q === 'string' ? q.slice(0, MAX_SEARCH).replaceAll('\0', '').trim() : '';
  return { text, olderThan: (typeof older === 'string' && parseId(older)) || '' };
}
