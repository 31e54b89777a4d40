import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownBrowser, rememberBrowser } from '../../accounts/knownBrowserStore.ts';
import { MAX_SESSION_MS, openSession } from '../../accounts/sessions.ts';
import { newToken, parseToken } from '../../accounts/token.ts';
import { setCookie, YEAR_SECONDS } from '../../web/cookies.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { BROWSER_COOKIE, SESSION_COOKIE, visitOf } from '../visit.ts';

/** Signs the owner in with a new session, and remembers the browser. */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: Pick<DashboardDependencies, 'database' | 'clock'>,
  accountId: string,
): Promise<void> {
  const visit = visitOf(request);
  const { cookies, cookieOptions } = visit;
  const session = await openSession(database, clock, accountId);
  request.visit = { ...visit, secret: session };
  setCookie(reply, SESSION_COOKIE, session, { ...cookieOptions, maxAgeSeconds: MAX_SESSION_MS / 1000 });
  const browserSha256 = parseToken(cookies.get(BROWSER_COOKIE));
  if (browserSha256 && (await isKnownBrowser(database, accountId, browserSha256))) return;
  const browser = newToken();
  await rememberBrowser(database, accountId, browser.tokenSha256, clock());
  setCookie(reply, BROWSER_COOKIE, browser.token, { ...cookieOptions, maxAgeSeconds: YEAR_SECONDS });
}
