import type { FastifyReply, FastifyRequest } from 'fastify';

export const YEAR_SECONDS = 365 * 86_400;

/** The cookies of a request. If two have the same name the first counts, since browsers send the closest path first. */
export function cookiesOf({ headers }: Pick<FastifyRequest, 'headers'>): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim();
    if (!cookies.has(name)) cookies.set(name, part.slice(equals + 1).trim());
  }
  return cookies;
}

/**
 * Browsers take a cookie with this prefix only over HTTPS and from this very host: neither a neighbouring subdomain nor a
 * page over HTTP can put one of its own in its place.
 */
const HOST_PREFIX = '__Host-';

/** The cookies that were set as private, by their names. Over HTTPS, others by these names are ignored. */
export function privateCookiesOf(
  request: Pick<FastifyRequest, 'headers'>,
  isSecure: boolean,
): ReadonlyMap<string, string> {
  const cookies = cookiesOf(request);
  if (!isSecure) return cookies;
  const guarded = [...cookies].filter(([name]) => name.startsWith(HOST_PREFIX));
  return new Map(guarded.map(([name, value]) => [name.slice(HOST_PREFIX.length), value]));
}

export interface CookieOptions {
  path: string;
  isSecure: boolean;
  /** Only this host may set it, as far as the browser can ensure that. */
  isPrivate?: boolean;
  /** Without it the cookie ends with the browser session. */
  maxAgeSeconds?: number;
}

/** Whether browsers use HTTPS, to us or to a proxy before us, so that cookies can be marked Secure. */
export const comesSecurely = ({ protocol }: { protocol: string }, publicUrl: string): boolean =>
  protocol === 'https' || publicUrl.startsWith('https:');

/** Sets a cookie that scripts cannot read (HttpOnly) and other sites cannot send with a form (SameSite). */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { path, isSecure, isPrivate, maxAgeSeconds }: CookieOptions,
): void {
  const isGuarded = isPrivate && isSecure;
  const parts = [
    `${isGuarded ? HOST_PREFIX : ''}${name}=${value}`,
    `Path=${isGuarded ? '/' : path}`,
    'HttpOnly',
    'SameSite=Lax',
  ];
  if (isSecure) parts.push('Secure');
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`);
  reply.header('set-cookie', parts.join('; '));
}

export const clearCookie = (reply: FastifyReply, name: string, options: Omit<CookieOptions, 'maxAgeSeconds'>) =>
  setCookie(reply, name, '', { ...options, maxAgeSeconds: 0 });
