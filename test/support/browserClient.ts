import { expect } from 'vitest';
import { browser, formsIn, type PageAnswer } from '../../reliability/support/pages.ts';
import type { MemberRole } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { serviceForFile, type TestAccount, type TestService, type TestServiceOptions } from './service.ts';

export type { PageAnswer };

/** What a person does with pages, over HTTP alone: follows links, fills in forms, keeps cookies. Redirects are followed by hand. */
export function visitor(baseUrl: string, defaults: Record<string, string> = {}) {
  const { cookies, request } = browser(baseUrl, defaults);

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

/** One text per field, or several. */
export type Fields = Record<string, string | readonly string[]>;

const pairsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) => [value].flat().map((text): [string, string] => [name, text]));

const definedOf = (fields: Record<string, string | readonly string[] | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** What a browser would send of a form if nothing was typed. */
export function filledIn(html: string, action: string): Fields {
  const fields: Record<string, string[]> = {};
  const form = formsIn(html).find((each) => each.action === action);
  for (const { name, value, isSent } of form?.fields ?? []) if (isSent) fields[name] = [...(fields[name] ?? []), value];
  return fields;
}

export type Visitor = ReturnType<typeof visitor>;

interface FoundForm {
  action: string;
  hidden: Record<string, string>;
}

/** The forms that change something. */
export const formsOf = (html: string): FoundForm[] =>
  formsIn(html)
    .filter(({ method }) => method === 'post')
    .map(({ action, fields }) => {
      const hidden = fields.filter(({ type }) => type === 'hidden').map(({ name, value }) => [name, value]);
      return { action, hidden: Object.fromEntries(hidden) };
    });

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

/** Books a trip in the form of the dashboard, and returns its identifier. */
export async function bookByHand(visitor: Visitor, fields: Record<string, string>): Promise<string> {
  const path = '/app/trips/new';
  const shown = await visitor.change(path, fields);
  const { status, headers } = await visitor.post(path, { ...filledIn(shown.html, path), do: 'book' });
  expect(status).toBe(303);
  return headers.get('location')?.split('/').at(-1) ?? '';
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

/** Signs in from another browser. */
export async function signIn(browser: Visitor, account: TestAccount, password = PASSWORD): Promise<PageAnswer> {
  return browser.submit('/app/sign-in', '/app/sign-in', { email: account.invitation?.email ?? '', password });
}
