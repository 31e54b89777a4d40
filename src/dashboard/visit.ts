import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownSession } from '../accounts/sessionStore.ts';
import { resumeSession } from '../accounts/sessions.ts';
import { newToken, parseToken } from '../accounts/token.ts';
import { addToLog } from '../gates/requestLog.ts';
import { secretMatches } from '../keys/apiKey.ts';
import type { BadgeKind } from '../web/components/notice.tsx';
import { type CookieOptions, clearCookie, comesSecurely, privateCookiesOf, setCookie } from '../web/cookies.ts';
import { languageOf } from '../web/errorPage.tsx';
import type { Language } from '../web/language.ts';
import { localPath } from '../web/languageRoute.ts';
import type { DashboardDependencies } from './dependencies.ts';

export const HOME = '/app';
export const SIGN_IN_PATH = `${HOME}/sign-in`;
export const SESSION_COOKIE = 'session';
export const BROWSER_COOKIE = 'browser';
const VISITOR_COOKIE = 'visitor';
const NOTICE_COOKIE = 'notice';
const MAX_NOTICE_SECONDS = 60;

/** The visitor of a page. */
export interface Visit {
  language: Language;
  cookies: ReadonlyMap<string, string>;
  /** Options for all cookies of the dashboard. */
  cookieOptions: CookieOptions;
  /** The token of the session, or of a visitor without one; nobody else knows it. */
  secret: string;
  session: KnownSession | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit | null;
  }
}

export function visitGate(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.decorateRequest('visit', null);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    request.compression = isAskedForHere(request) ? 'cheap' : 'never';
    request.visit = await beginVisit(request, reply, dependencies);
  });
}

/**
 * Another site could learn from the sizes of compressed pages what is on them, by opening them with text of its choice
 * (BREACH). So only pages that our own pages or the user asked for are compressed, and pages without a visitor.
 */
const isAskedForHere = ({ headers }: FastifyRequest): boolean =>
  headers.cookie === undefined || ['same-origin', 'none'].includes(String(headers['sec-fetch-site']));

/** Reads the session; a visitor without one gets a token of their own. */
export async function beginVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, clock, publicUrl }: DashboardDependencies,
): Promise<Visit> {
  const isSecure = comesSecurely(request, publicUrl());
  const cookies = privateCookiesOf(request, isSecure);
  const cookieOptions = { path: HOME, isSecure, isPrivate: true };
  const sessionSha256 = parseToken(cookies.get(SESSION_COOKIE));
  const session = sessionSha256 && (await resumeSession(database, clock, sessionSha256, request.ip));
  if (session) addToLog(request, { accountId: session.account.accountId, memberId: session.member.memberId });
  const known = session ? cookies.get(SESSION_COOKIE) : cookies.get(VISITOR_COOKIE);
  const secret = known !== undefined && parseToken(known) ? known : newToken().token;
  if (secret !== known) setCookie(reply, VISITOR_COOKIE, secret, cookieOptions);
  return { language: languageOf(request), cookies, cookieOptions, secret, session };
}

/** Where to go after the sign-in: only pages of the dashboard; anything else becomes the first page. */
export function targetOf(text: unknown): string {
  const path = localPath(text);
  return path?.startsWith(`${HOME}/`) ? path : HOME;
}

export function visitOf(request: FastifyRequest): Visit {
  if (request.visit === null) throw new Error('this route is not behind the visit gate');
  return request.visit;
}

/** Proves that something comes from a page sent to this browser, without revealing the secret. */
const proof = (purpose: string, secret: string, text = '') =>
  createHash('sha256').update(`${purpose}\n${secret}\n${text}`).digest('base64url');

export const formTokenOf = ({ secret }: Visit): string => proof('form', secret);

export function isFormToken(visit: Visit, given: string): boolean {
  const [expected, actual] = [Buffer.from(formTokenOf(visit)), Buffer.from(given)];
  return expected.length === actual.length && secretMatches(actual, expected);
}

export interface PageNotice {
  kind: BadgeKind;
  /** One line per result. */
  text: string;
  /** Shown after the text. */
  link?: { href: string; title: string };
}

interface LeftNotice extends PageNotice {
  /** The path of the page that shows it. */
  for: string;
}

/** Leaves a text with this browser for the current session, or for the visitor without one. */
export function keepForVisit(
  request: FastifyRequest,
  reply: FastifyReply,
  { name, text, maxAgeSeconds }: { name: string; text: string; maxAgeSeconds: number },
): void {
  const { cookieOptions, secret } = visitOf(request);
  const value = `${proof(name, secret, text)}.${encodeURIComponent(text)}`;
  setCookie(reply, name, value, { ...cookieOptions, maxAgeSeconds });
}

/** The text that was left. One with a wrong proof, or of another session, is none. */
export function keptForVisit(request: FastifyRequest, name: string): string | undefined {
  const { cookies, secret } = visitOf(request);
  const kept = cookies.get(name) ?? '';
  const dot = kept.indexOf('.');
  try {
    const text = decodeURIComponent(kept.slice(dot + 1));
    return kept.slice(0, dot) === proof(name, secret, text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Redirects to another page, which alone shows the notice, and once; a plain text is a success. */
export function redirectWithNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
  notice?: string | PageNotice,
): FastifyReply {
  if (notice !== undefined) {
    const left: LeftNotice = {
      ...(typeof notice === 'string' ? { kind: 'good', text: notice } : notice),
      for: pathnameOf(path),
    };
    const text = JSON.stringify(left);
    keepForVisit(request, reply, { name: NOTICE_COOKIE, text, maxAgeSeconds: MAX_NOTICE_SECONDS });
  }
  return reply.redirect(path, 303);
}

/** The notice left for this page, once. If its redirect was lost on the way, another page may be opened first. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply): PageNotice | undefined {
  const kept = keptForVisit(request, NOTICE_COOKIE);
  const notice: LeftNotice | undefined = kept === undefined ? undefined : JSON.parse(kept);
  if (notice?.for !== pathnameOf(request.url)) return undefined;
  clearCookie(reply, NOTICE_COOKIE, visitOf(request).cookieOptions);
  return notice;
}

const pathnameOf = (path: string): string => path.replace(/[?#].*$/, '');
