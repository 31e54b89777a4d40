import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { issueResetLink } from '../../src/accounts/invitations.ts';
import { findMemberByEmail, type MemberWithPassword } from '../../src/accounts/memberStore.ts';
import { clearTotp } from '../../src/accounts/totpStore.ts';
import { listAuditEntries } from '../../src/audit/auditStore.ts';
import {
  formsOf,
  ownerOf,
  PASSWORD,
  type PageAnswer,
  signIn,
  type Visitor,
  visitor,
} from '../support/browserClient.ts';
import { operatorOn } from '../support/operator.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile({ env: { TRUST_PROXY: 'loopback' } });
const TOTP_PAGE = '/app/account/totp';
const CODE_PAGE = '/app/sign-in/code';

/** What an authenticator app does with the secret. */
const codeOf = (secret: string, offsetSeconds = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime() + offsetSeconds * 1000,
  });
const codesIn = (html: string) => html.match(/\b[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}\b/g) ?? [];

async function switchOn(member: Visitor): Promise<{ secret: string; codes: string[] }> {
  const { html } = await member.get(TOTP_PAGE);
  const secret = formsOf(html).find(({ action }) => action === `${TOTP_PAGE}/on`)?.hidden.secret ?? '';
  const answer = await member.submit(TOTP_PAGE, `${TOTP_PAGE}/on`, { secret, code: codeOf(secret) });
  expect(answer.status).toBe(201);
  return { secret, codes: codesIn(answer.html) };
}

let account: TestAccount;
let owner: Visitor;
let secret: string;
let codes: string[];
beforeEach(async () => {
  service.clock.advance(300);
  account = await service.account();
  owner = await ownerOf(service, account);
  ({ secret, codes } = await switchOn(owner));
  service.clock.advance(60); // the code that switched it on is used
});

const isSignedIn = async (browser: Visitor) => (await browser.get('/app/account')).status === 200;
let network = 0;
/** After the password, before the code. */
async function halfway(password = PASSWORD): Promise<Visitor> {
  const browser = visitor(service.url, { 'x-forwarded-for': `2001:db8:${++network}::1` });
  const answer = await signIn(browser, account, password);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${CODE_PAGE}?to=%2Fapp`]);
  return browser;
}
const enter = (browser: Visitor, code: string): Promise<PageAnswer> => browser.submit(CODE_PAGE, CODE_PAGE, { code });

describe('setting up two-step verification', () => {
  it('shows a QR code without a script, and ten recovery codes once', async () => {
    const other = await ownerOf(service, await service.account());
    const { html } = await other.get(TOTP_PAGE);
    expect(html).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="[^"]+"/);
    expect(html).not.toMatch(/\sstyle=|<style|data:/);
    const secret = formsOf(html).find(({ action }) => action === `${TOTP_PAGE}/on`)?.hidden.secret ?? '';
    expect(html).toMatch(new RegExp(`<a href="otpauth://totp/[^"]+secret=${secret}`)); // for an app on the same phone
    expect(html).toContain(`<pre id="totp-key">${secret.match(/.{4}/g)?.join(' ')}</pre>`);
    expect(html).toContain('data-copy="#totp-key"');
    expect(new Set(codes).size).toBe(10);
    const later = await owner.get(TOTP_PAGE);
    expect([codesIn(later.html), later.html]).toEqual([[], expect.stringContaining('10 recovery codes are left')]);
  });

  it('keeps the key when the page is loaded again, for this session alone', async () => {
    const secretOn = ({ html }: PageAnswer) =>
      formsOf(html).find(({ action }) => action === `${TOTP_PAGE}/on`)?.hidden.secret ?? '';
    const someone = await service.account();
    const browser = await ownerOf(service, someone);
    const first = secretOn(await browser.get(TOTP_PAGE));
    expect(secretOn(await browser.get(TOTP_PAGE))).toBe(first);
    await browser.submit('/app/account', '/app/sign-out');
    await signIn(browser, someone);
    expect(secretOn(await browser.get(TOTP_PAGE))).not.toBe(first);
  });

  it('takes a right code only, and keeps the secret that was shown', async () => {
    const other = await ownerOf(service, await service.account());
    const hidden =
      formsOf((await other.get(TOTP_PAGE)).html).find(({ action }) => action.endsWith('/on'))?.hidden ?? {};
    const refused = await other.post(`${TOTP_PAGE}/on`, { ...hidden, code: '000000' });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('This code is wrong')]);
    expect(formsOf(refused.html).find(({ action }) => action.endsWith('/on'))?.hidden.secret).toBe(hidden.secret);
    const junk = await other.post(`${TOTP_PAGE}/on`, { ...hidden, secret: 'ABC', code: '000000' });
    expect(junk.status).toBe(303);
    expect((await other.get('/app/account')).html).toContain('Two-step verification is off');
  });

  it('keeps recovery codes as hashes alone', async () => {
    const { rows } = await service.database.query({ text: 'SELECT to_jsonb(c)::text FROM member_recovery_codes c' });
    expect(rows.length).toBeGreaterThan(0);
    for (const code of codes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''));
    expect(service.logText()).not.toContain(secret);
  });
});

it('every change of two-step verification and every wrong code is in the audit log', async () => {
  const latest = async () => {
    const [entry] = await listAuditEntries(service.database, account.accountId, { offset: 0, limit: 1 });
    return [entry?.action, entry?.actor, entry?.actorName ?? entry?.subject.email];
  };
  const email = account.invitation?.email;
  expect(await latest()).toEqual(['TOTP_SWITCHED_ON', 'MEMBER', email]);
  await owner.submit(TOTP_PAGE, `${TOTP_PAGE}/recovery-codes`);
  expect(await latest()).toEqual(['RECOVERY_CODES_RENEWED', 'MEMBER', email]);
  await enter(await halfway(), '000000');
  expect(await latest()).toEqual(['CODE_REFUSED', 'STRANGER', email]);
  await owner.submit(TOTP_PAGE, `${TOTP_PAGE}/off`);
  expect(await latest()).toEqual(['TOTP_SWITCHED_OFF', 'MEMBER', email]);
});

describe('signing in with two-step verification', () => {
  it('needs the code, and leads to the page that was asked for', async () => {
    const browser = await halfway();
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.get(CODE_PAGE)).html).toMatch(/<input id="code"[^>]* autofocus/);
    expect((await enter(browser, '000000')).html).toContain('This code is wrong');
    const answer = await enter(browser, codeOf(secret).replace(/(...)/, '$1 '));
    expect([answer.status, answer.headers.get('location'), await isSignedIn(browser)]).toEqual([303, '/app', true]);
  });

  it('accepts each code once, also when it comes twice at once', async () => {
    const code = codeOf(secret);
    const browsers = await Promise.all([halfway(), halfway()]);
    const answers = await Promise.all(browsers.map((browser) => enter(browser, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect((await enter(await halfway(), code)).status).toBe(422);
    expect((await enter(await halfway(), codeOf(secret, -30))).status).toBe(422); // nor an older one
    service.clock.advance(30);
    expect((await enter(await halfway(), codeOf(secret))).status).toBe(303);
  });

  it('accepts a code of the step before or after, and none further away', async () => {
    expect((await enter(await halfway(), codeOf(secret, -60))).status).toBe(422);
    expect((await enter(await halfway(), codeOf(secret, 60))).status).toBe(422);
    expect((await enter(await halfway(), codeOf(secret, -30))).status).toBe(303);
    expect((await enter(await halfway(), codeOf(secret, 30))).status).toBe(303);
  });

  it('accepts each recovery code once, however it is typed', async () => {
    const [code = ''] = codes;
    expect((await enter(await halfway(), ` ${code.toLowerCase().replaceAll('-', ' ')}`)).status).toBe(303);
    expect((await enter(await halfway(), code)).status).toBe(422);
    expect((await owner.get(TOTP_PAGE)).html).toContain('9 recovery codes are left');
    expect((await enter(await halfway(), 'x'.repeat(60_000))).status).toBe(422);
  });

  it('stops who guesses codes, but not the member in a browser that was used before', async () => {
    const guesser = await halfway();
    const [form] = formsOf((await guesser.get(CODE_PAGE)).html);
    const guess = (code: string) => guesser.post(CODE_PAGE, { ...form?.hidden, code });
    for (let n = 0; n < 10; n += 1) expect((await guess('000000')).html).toContain('This code is wrong');
    expect((await guess(codeOf(secret))).html).toContain('Too many attempts');
    await owner.submit('/app/account', '/app/sign-out');
    await signIn(owner, account);
    expect((await enter(owner, codeOf(secret))).status).toBe(303);
  });

  it('has to be finished within ten minutes', async () => {
    const browser = await halfway();
    service.clock.advance(600);
    const late = await browser.get(CODE_PAGE);
    expect(late.headers.get('location')).toBe('/app/sign-in?too-late');
    expect((await browser.get('/app/sign-in?too-late')).html).toContain('That took too long');
  });

  it('starts again once the operator has switched the second step off', async () => {
    const browser = await halfway();
    const member = (await findMemberByEmail(service.database, account.invitation?.email ?? '')) as MemberWithPassword;
    await clearTotp(service.database, member);
    expect((await browser.get(CODE_PAGE)).headers.get('location')).toBe('/app/sign-in?too-late');
  });

  it('cannot be skipped: the token between the steps opens nothing', async () => {
    const browser = await halfway();
    browser.cookies.set('session', browser.cookies.get('pending') ?? '');
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('is needed after a reset of the password, too', async () => {
    const member = await findMemberByEmail(service.database, account.invitation?.email ?? '');
    const { token } = await issueResetLink(service.database, service.clock.now, member as MemberWithPassword);
    const path = `/app/invitations/${token}`;
    const browser = visitor(service.url);
    const answer = await browser.submit(path, path, { password: 'an entirely new password' });
    expect([answer.headers.get('location'), await isSignedIn(browser)]).toEqual([`${CODE_PAGE}?to=%2Fapp`, false]);
    expect((await enter(browser, codeOf(secret))).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('a member with two-step verification', () => {
  it('confirms what is sensitive with password and code', async () => {
    const KEYS = '/app/developers/keys';
    service.clock.advance(601);
    const asked = await owner.submit(`${KEYS}/new`, KEYS, { name: 'Billing', days: '' });
    const confirm = (html: string, fields: Record<string, string>) =>
      owner.post(KEYS, { ...formsOf(html).find(({ action }) => action === KEYS)?.hidden, ...fields });
    expect(asked.html).toContain('confirmed-code');
    const code = codeOf(secret);
    const wrong = await confirm(asked.html, { 'confirmed-password': 'wrong', 'confirmed-code': code });
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('current password is incorrect')]);
    const without = await confirm(asked.html, { 'confirmed-password': PASSWORD, 'confirmed-code': '' });
    expect([without.status, without.html]).toEqual([422, expect.stringContaining('This code is wrong')]);
    const right = await confirm(asked.html, { 'confirmed-password': PASSWORD, 'confirmed-code': code });
    expect(right.status).toBe(201);
  });

  it('renews the recovery codes; the old ones stop working', async () => {
    const answer = await owner.submit(TOTP_PAGE, `${TOTP_PAGE}/recovery-codes`);
    expect(codesIn(answer.html)).toHaveLength(10);
    expect((await enter(await halfway(), codes[0] ?? '')).status).toBe(422);
    expect((await enter(await halfway(), codesIn(answer.html)[0] ?? '')).status).toBe(303);
  });

  it('switches it off after confirming, and then signs in with the password alone', async () => {
    service.clock.advance(601);
    const asked = await owner.submit(TOTP_PAGE, `${TOTP_PAGE}/off`);
    expect([asked.status, asked.html]).toEqual([403, expect.stringContaining('Confirm that it is you')]);
    const action = `${TOTP_PAGE}/off`;
    const { hidden } = formsOf(asked.html).find((form) => form.action === action) ?? { hidden: {} };
    const fields = { 'confirmed-password': PASSWORD, 'confirmed-code': codeOf(secret) };
    expect((await owner.post(action, { ...hidden, ...fields })).headers.get('location')).toBe('/app/account');
    const answer = await signIn(visitor(service.url), account);
    expect(answer.headers.get('location')).toBe('/app');
  });

  it('who lost phone and codes gets in after the operator’s reset', async () => {
    const operator = operatorOn({ DATABASE_URL: service.databaseUrl });
    const who = `--account ${account.accountId} --email ${account.invitation?.email}`;
    expect(await operator.json(`members reset-totp ${who}`)).toMatchObject({ secondFactor: false });
    expect((await signIn(visitor(service.url), account)).headers.get('location')).toBe('/app');
    expect((await owner.get(TOTP_PAGE)).html).toContain('Scan this code');
  });
});
