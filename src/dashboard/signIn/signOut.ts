import type { FastifyInstance } from 'fastify';
import { forgetBrowsers } from '../../accounts/knownBrowserStore.ts';
import { endAllSessions, endSession } from '../../accounts/sessionStore.ts';
import { clearCookie } from '../../web/cookies.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { accountIdOf } from '../page.ts';
import { SESSION_COOKIE, visitOf } from '../visit.ts';

const SIGNED_OUT = '/app/sign-in?signed-out';

export function signOutRoutes(app: FastifyInstance, { database }: DashboardDependencies): void {
  app.post('/sign-out', async (request, reply) => {
    const { sessionSha256, cookieOptions } = visitOf(request);
    if (sessionSha256) await endSession(database, accountIdOf(request), sessionSha256);
    clearCookie(reply, SESSION_COOKIE, cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
  app.post('/sign-out-everywhere', async (request, reply) => {
    await endAllSessions(database, accountIdOf(request));
    await forgetBrowsers(database, accountIdOf(request));
    clearCookie(reply, SESSION_COOKIE, visitOf(request).cookieOptions);
    return reply.redirect(SIGNED_OUT, 303);
  });
}
