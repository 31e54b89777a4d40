import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mayRole, type Permission } from '../accounts/permissions.ts';
import type { KnownSession } from '../accounts/sessionStore.ts';
import type { Role } from '../contract/values.ts';
import { ApiError } from '../errors.ts';
import type { Language } from '../web/language.ts';
import { formTokenOf, HOME, type PageNotice, SIGN_IN_PATH, takeNotice, targetOf, visitOf } from './visit.ts';

/** What the layout of every page needs. */
export interface Page {
  language: Language;
  /** With its query, so that a form can return to it. */
  path: string;
  formToken: string;
  /** A message about what was just done, shown at the top. */
  notice: PageNotice | undefined;
}

/** A page for a signed-in member. */
export interface OwnersPage extends Page {
  session: KnownSession;
  /** Whether the member's role may do this: a page hides what it may not. */
  may(permission: Permission): boolean;
}

export function pageFor(request: FastifyRequest, reply: FastifyReply): Page {
  const visit = visitOf(request);
  return {
    language: visit.language,
    path: request.url,
    formToken: formTokenOf(visit),
    notice: takeNotice(request, reply),
  };
}

/** For a page that needs a sign-in. */
export const ownersPageFor = (request: FastifyRequest, reply: FastifyReply): OwnersPage => ({
  ...pageFor(request, reply),
  session: sessionOf(request),
  may: (permission) => mayRole(sessionOf(request).member.role, permission),
});

export function sessionOf(request: FastifyRequest): KnownSession {
  const { session } = visitOf(request);
  if (!session) throw new Error('this route is not behind the sign-in');
  return session;
}

/** The account whose member is signed in: the only one whose data a page may show or change. */
export const accountIdOf = (request: FastifyRequest): string => sessionOf(request).account.accountId;

/** A page for accounts of one role is not found by the others. */
export function roleGate(app: FastifyInstance, role: Role): void {
  app.addHook('onRequest', async (request) => {
    if (sessionOf(request).account.role !== role) throw new ApiError('NOT_FOUND');
  });
}

/** Redirects to the sign-in page if nobody is signed in, and back afterwards. */
export function ownersGate(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (visitOf(request).session) return;
    const target = request.method === 'GET' ? targetOf(request.url) : HOME;
    const back = target === HOME ? '' : `?to=${encodeURIComponent(target)}`;
    return reply.redirect(SIGN_IN_PATH + back, 303);
  });
}
