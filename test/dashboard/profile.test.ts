import { expect, it } from 'vitest';
import { formsOf, newMember, ownerForFile, PASSWORD, visitor } from '../support/browserClient.ts';

const { service, account, owner } = await ownerForFile();
const ACCOUNT = '/app/account';

it('a member changes the own name, which every page then shows', async () => {
  const answer = await owner.submit(ACCOUNT, `${ACCOUNT}/profile`, { name: '  Noor Haddad ' });
  expect(answer.headers.get('location')).toBe(ACCOUNT);
  expect((await owner.get('/app/trips')).html).toMatch(/<span[^>]*>Noor Haddad<\/span>/);
  for (const name of [' ', 'x'.repeat(121)])
    expect((await owner.submit(ACCOUNT, `${ACCOUNT}/profile`, { name })).status).toBe(422);
});

it('a member changes the own e-mail address and signs in with the new one', async () => {
  const member = await newMember(service, owner, { role: 'VIEWER' });
  const change = (email: string) => member.submit(ACCOUNT, `${ACCOUNT}/email`, { email });
  expect((await change('New.Address@Example.com')).headers.get('location')).toBe(ACCOUNT);
  const signIn = async (email: string) =>
    (await visitor(service.url).submit('/app/sign-in', '/app/sign-in', { email, password: PASSWORD })).status;
  expect([await signIn(member.email), await signIn('new.address@example.com')]).toEqual([422, 303]);
  for (const [email, message] of [
    ['nobody', 'Enter an e-mail address'],
    [account.invitation?.email ?? '', 'already in use'],
  ] as const)
    expect(await change(email)).toMatchObject({ status: 422, html: expect.stringContaining(message) });
});

it('an owner renames the account, and nobody else does', async () => {
  const rename = (name: string) => owner.submit(ACCOUNT, `${ACCOUNT}/name`, { 'account-name': name });
  expect((await rename('Chauffeurs du Nord')).headers.get('location')).toBe(ACCOUNT);
  expect((await owner.get('/app/trips')).html).toMatch(/<strong[^>]*>Chauffeurs du Nord<\/strong>/);
  expect((await rename('')).status).toBe(422);
  const dispatcher = await newMember(service, owner, { role: 'DISPATCHER' });
  expect((await dispatcher.get(ACCOUNT)).html).not.toContain('account-name');
});

it('the account page says who changes the API tier and VAT', async () => {
  expect((await owner.get(ACCOUNT)).html).toContain('changed by the operator of the service');
});

it.each([
  ['name', { 'account-name': '' }],
  ['profile', { name: 'x'.repeat(121) }],
  ['email', { email: 'nobody' }],
  ['password', { current: 'x', next: 'short' }],
])('a form of the account that is refused comes back with all others: %s', async (form, fields) => {
  const actions = async () => formsOf((await owner.get(ACCOUNT)).html).map(({ action }) => action);
  const refused = await owner.submit(ACCOUNT, `${ACCOUNT}/${form}`, fields);
  expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('field-error')]);
  expect(formsOf(refused.html).map(({ action }) => action)).toEqual(await actions());
});
