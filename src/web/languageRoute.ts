import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors.ts';
import { comesSecurely, setCookie, YEAR_SECONDS } from './cookies.ts';
import { LANGUAGE_COOKIE, type Language, parseLanguage } from './language.ts';

const MAX_TARGET = 2_000;

/** The target of the language switch: it stores the choice and returns to the page. */
export const languageLink = (language: Language, back: string) =>
  `/language/${language}?to=${encodeURIComponent(back)}`;

export function languageRoute(app: FastifyInstance, publicUrl: () => string): void {
  app.get<{ Params: { language: string }; Querystring: { to?: unknown } }>(
    '/language/:language',
    async (request, reply) => {
      const language = parseLanguage(request.params.language);
      if (!language) throw new ApiError('NOT_FOUND');
      setCookie(reply, LANGUAGE_COOKIE, language, {
        path: '/',
        isSecure: comesSecurely(request, publicUrl()),
        maxAgeSeconds: YEAR_SECONDS,
      });
      return reply.header('cache-control', 'no-store').redirect(localPath(request.query.to) ?? '/app', 303);
    },
  );
}

/** A path of this service; undefined for anything that a browser could take for another host. */
export function localPath(target: unknown): string | undefined {
  if (typeof target !== 'string' || target.length > MAX_TARGET) return undefined;
  return /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(target) ? target : undefined;
}
