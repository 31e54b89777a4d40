import { expect } from 'vitest';
import type { TestAccount, TestService } from './service.ts';

export interface PageAnswer {
  status: number;
  headers: Headers;
  html: string;
}

/** What a person does with pages, over HTTP alone: follows links, fills in forms, keeps cookies. Redirects are followed by hand. */
export function visitor(baseUrl: string, defaults: Record<string, string> = {}) {
  const cookies = new Map<string, string>();

  async function request(path: string, options: RequestInit = {}): Promise<PageAnswer> {
    const response = await fetch(new URL(path, baseUrl), {
      redirect: 'manual',
      ...options,
      headers: { ...defaults, cookie: cookieHeader(), ...(options.headers as Record<string, string>) },
    });
    for (const line of response.headers.getSetCookie()) keep(line);
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const equals = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, equals));
    else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
  }

  const get = (path: string, headers: Record<string, string> = {}) => request(path, { headers });

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    request(path, { method: 'POST', body: new URLSearchParams(fields), headers });

  /** Sends the form of a page that leads to `action`, with its hidden fields and what was filled in. */
  async function submit(onPage: string, action: string, fields: Record<string, string> = {}): Promise<PageAnswer> {
    const page = await get(onPage);
    expect([page.status, formsOf(page.html).map((form) => form.action)]).toEqual([
      200,
      expect.arrayContaining([action]),
    ]);
    const form = formsOf(page.html).find((each) => each.action === action);
    return post(action, { ...form?.hidden, ...fields });
  }

  return { cookies, get, post, submit, request };
}
export type Visitor = ReturnType<typeof visitor>;

interface FoundForm {
  action: string;
  hidden: Record<string, string>;
}

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

export function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => ({
    action: attribute(/^<form\b[^>]*>/.exec(form)?.[0] ?? '', 'action'),
    hidden: Object.fromEntries(
      [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
        attribute(input, 'name'),
        attribute(input, 'value'),
      ]),
    ),
  }));
}

export const PASSWORD = 'correct horse battery staple';

export const invitationPath = ({ invitation }: TestAccount): string => `/app/invitations/${invitation?.token}`;

/** A visitor who is signed in as the owner of an account. */
export async function ownerOf(
  service: TestService,
  account: TestAccount,
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const owner = visitor(service.url, headers);
  const path = invitationPath(account);
  const { status } = await owner.submit(path, path, { password: PASSWORD });
  expect(status).toBe(303);
  return owner;
}

/** Signs in in another browser. */
export async function signIn(browser: Visitor, account: TestAccount, password = PASSWORD): Promise<PageAnswer> {
  return browser.submit('/app/sign-in', '/app/sign-in', { email: account.invitation?.email ?? '', password });
}
