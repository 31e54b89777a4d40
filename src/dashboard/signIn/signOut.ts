import type { FastifyInstance } from 'fastify';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { endAllSessions, endSession } from '../../accounts/sessionStore.ts';
import { ownSession } from '../../accounts/sessions.ts';
import { clearCookie } from '../../web/cookies.ts';
import { noteOf } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sessionOf } from '../page.ts';
import { allow } from '../permissionGate.tsx';
import { SESSION_COOKIE, SIGN_IN_PATH, visitOf } from '../visit.ts';

const SIGNED_OUT = `${SIGN_IN_PATH}?signed-out`;

export function signOutRoutes(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.post('/sign-out', allow('OWN_PROFILE'), async (request, reply) => {
    await database.transaction(async (client) => {
      await endSession(client, ownSession(sessionOf(request)));
      await noteOf(request)(client, 'SIGNED_OUT');
    });
    clearCookie(reply, SESSION_COOKIE, visitOf(request).cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
  app.post('/sign-out-everywhere', allow('OWN_PROFILE'), async (request, reply) => {
    const { member } = sessionOf(request);
    await database.transaction(async (client) => {
      await endAllSessions(client, member);
      await forgetBrowsers(client, member);
      await noteOf(request)(client, 'SIGNED_OUT_EVERYWHERE');
    });
    clearCookie(reply, SESSION_COOKIE, visitOf(request).cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
}
