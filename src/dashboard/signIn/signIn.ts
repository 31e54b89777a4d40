import type { FastifyReply, FastifyRequest } from 'fastify';
import { isKnownBrowser, rememberBrowser } from '../../accounts/knownBrowserStore.ts';
import { type Member, type OwnMember, updateMember } from '../../accounts/memberStore.ts';
import { endSession, type SessionOrigin } from '../../accounts/sessionStore.ts';
import { MAX_SESSION_MS, openSession, ownSession } from '../../accounts/sessions.ts';
import { newToken, parseToken } from '../../accounts/token.ts';
import { setCookie, YEAR_SECONDS } from '../../web/cookies.ts';
import { noteByMember } from '../actions.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { deviceOf } from '../device.ts';
import { notifyMember } from '../mails.ts';
import { BROWSER_COOKIE, SESSION_COOKIE, visitOf } from '../visit.ts';

/** Enough to recognise a browser by. */
const MAX_USER_AGENT = 300;

/** Where a session is used from, to be recognised in the list of sessions. */
export const originOf = ({ headers, ip }: FastifyRequest): SessionOrigin => ({
  userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
  address: ip,
});

/** Signs the member in, notifies them by mail if the browser is new, and redirects to the requested page. */
export async function completeSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  member: Member,
  to: string,
): Promise<FastifyReply> {
  const isNewBrowser = await signIn(request, reply, dependencies, member);
  await noteByMember(request, member)(dependencies.database, 'SIGNED_IN');
  if (isNewBrowser) await notifyNewBrowser(request, dependencies, member);
  return reply.redirect(to, 303);
}

/**
 * Signs the member in with a new session in place of the browser's old one, and remembers the browser. Returns whether
 * the member had not used the browser before.
 */
export async function signIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock }: Pick<DashboardDependencies, 'database' | 'clock'>,
  { accountId, memberId }: OwnMember,
): Promise<boolean> {
  const member = { accountId, memberId };
  const visit = visitOf(request);
  const { cookies, cookieOptions, language } = visit;
  if (visit.session) await endSession(database, ownSession(visit.session));
  const session = await openSession(database, clock, member, originOf(request));
  request.visit = { ...visit, secret: session };
  setCookie(reply, SESSION_COOKIE, session, { ...cookieOptions, maxAgeSeconds: MAX_SESSION_MS / 1000 });
  await updateMember(database, member, { language }, clock());
  const browserSha256 = parseToken(cookies.get(BROWSER_COOKIE));
  if (browserSha256 && (await isKnownBrowser(database, member, browserSha256))) return false;
  const browser = newToken();
  await rememberBrowser(database, member, browser.tokenSha256, clock());
  setCookie(reply, BROWSER_COOKIE, browser.token, { ...cookieOptions, maxAgeSeconds: YEAR_SECONDS });
  return true;
}

function notifyNewBrowser(request: FastifyRequest, dependencies: DashboardDependencies, member: Member): Promise<void> {
  const { userAgent, address } = originOf(request);
  const recipient = { ...member, language: visitOf(request).language };
  return notifyMember(dependencies, recipient, (words, when, language) => ({
    kind: 'NEW_BROWSER',
    subject: words.newBrowserSubject,
    text: words.newBrowser(deviceOf(userAgent, language), address, when),
  }));
}
