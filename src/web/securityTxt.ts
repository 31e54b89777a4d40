import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import { ApiError } from '../errors.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that nobody relies on an old copy. */
const VALID_MS = 180 * 86_400_000;

interface SecurityTxtDependencies {
  clock: Clock;
  publicUrl(): string;
  /** Undefined if the operator has set none: then there is no file. */
  securityContact: string | undefined;
}

/** Whom to tell about a vulnerability (RFC 9116). */
export function securityTxtRoute(
  app: FastifyInstance,
  { clock, publicUrl, securityContact }: SecurityTxtDependencies,
): void {
  app.get(PATH, async (_request, reply) => {
    if (securityContact === undefined) throw new ApiError('NOT_FOUND');
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(clock().getTime() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en, fr',
      `Canonical: ${publicUrl()}${PATH}`,
    ];
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
