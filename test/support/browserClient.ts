import { expect } from 'vitest';
import type { MemberRole } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { serviceForFile, type TestAccount, type TestService, type TestServiceOptions } from './service.ts';

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

  const post = (path: string, fields: Fields, headers: Record<string, string> = {}) =>
    request(path, { method: 'POST', body: new URLSearchParams(pairsOf(fields)), headers });

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

  /** Sends a form as its page filled it in, but for what is changed; a field that is undefined is left out. */
  async function change(onPage: string, changes: Record<string, string | readonly string[] | undefined>) {
    const { status, html } = await get(onPage);
    expect([onPage, status]).toEqual([onPage, 200]);
    return post(onPage, definedOf({ ...filledIn(html, onPage), ...changes }));
  }

  return { cookies, get, post, submit, change, request };
}

/** One text a field, or several. */
export type Fields = Record<string, string | readonly string[]>;

const pairsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((text): [string, string] => [name, text]));

const definedOf = (fields: Record<string, string | readonly string[] | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** What a browser would send of a form if nothing was typed. */
export function filledIn(html: string, action: string): Fields {
  const forms = [...html.matchAll(/<form\b[^>]*>.*?<\/form>/gs)].map(([form]) => form);
  const form = forms.find((each) => each.includes(`action="${action}"`)) ?? '';
  const fields: Record<string, string[]> = {};
  const note = (name: string, value: string) => {
    fields[name] = [...(fields[name] ?? []), value];
  };
  for (const [input] of form.matchAll(/<input\b[^>]*>/g))
    if (!/type="(checkbox|radio)"/.test(input) || /\bchecked\b/.test(input))
      note(attribute(input, 'name'), attribute(input, 'value'));
  for (const [select] of form.matchAll(/<select\b.*?<\/select>/gs)) {
    const option = /<option[^>]*\bselected\b[^>]*>/.exec(select) ?? /<option[^>]*>/.exec(select);
    note(attribute(select, 'name'), attribute(option?.[0] ?? '', 'value'));
  }
  return fields;
}

export type Visitor = ReturnType<typeof visitor>;

interface FoundForm {
  action: string;
  hidden: Record<string, string>;
}

const attribute = (tag: string, name: string) => unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

const unescaped = (text: string) =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The forms that change something. */
export function formsOf(html: string): FoundForm[] {
  return [...html.matchAll(/<form\b[^>]*method="post"[^>]*>.*?<\/form>/gs)].map(([form]) => ({
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

/** The link on the page that follows an invitation; there is no mail. */
export const linkIn = (html: string): string => /\/app\/invitations\/[\w-]{43}/.exec(html)?.[0] ?? '';

/** Invites somebody by the dashboard; the visitor returned has accepted. */
export async function newMember(
  service: TestService,
  owner: Visitor,
  member: { role: MemberRole; email?: string; name?: string },
): Promise<Visitor & { email: string }> {
  const { role, email = `member-${newId()}@example.com`, name = 'Camille Martin' } = member;
  const path = '/app/account/members/invite';
  const invited = await owner.submit(path, path, { email, name, role });
  expect(invited.status).toBe(201);
  const link = linkIn(invited.html);
  const browser = visitor(service.url);
  expect((await browser.submit(link, link, { name, password: PASSWORD })).status).toBe(303);
  return { ...browser, email };
}

/** A service for all tests of a file, with an account whose owner is signed in. */
export async function ownerForFile(
  details: Parameters<TestService['account']>[0] = {},
  options: TestServiceOptions = {},
): Promise<{ service: TestService; account: TestAccount; owner: Visitor }> {
  const service = await serviceForFile(options);
  const account = await service.account(details);
  return { service, account, owner: await ownerOf(service, account) };
}

/** Signs in in another browser. */
export async function signIn(browser: Visitor, account: TestAccount, password = PASSWORD): Promise<PageAnswer> {
  return browser.submit('/app/sign-in', '/app/sign-in', { email: account.invitation?.email ?? '', password });
}
