import type { FastifyInstance } from 'fastify';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { endAllSessions, endSession } from '../../accounts/sessionStore.ts';
import { ownSession } from '../../accounts/sessions.ts';
import { clearCookie } from '../../web/cookies.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { SESSION_COOKIE, visitOf } from '../visit.ts';

const SIGNED_OUT = '/app/sign-in?signed-out';

export function signOutRoutes(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.post('/sign-out', allow('OWN_PROFILE'), async (request, reply) => {
    await endSession(database, ownSession(sessionOf(request)));
    clearCookie(reply, SESSION_COOKIE, visitOf(request).cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
  app.post('/sign-out-everywhere', allow('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    await endAllSessions(database, member);
    await forgetBrowsers(database, member);
    clearCookie(reply, SESSION_COOKIE, visitOf(request).cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
}
