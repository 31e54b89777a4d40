import { describe, expect, it } from 'vitest';
import { formsOf, invitationPath, ownerOf, PASSWORD, signIn, visitor } from '../support/browserClient.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();

const DAY_SECONDS = 86_400;
const isSignedIn = async (browser: ReturnType<typeof visitor>) => (await browser.get('/app/account')).status === 200;

it('the sign-in says whom to ask for a link, since no mail is sent', async () => {
  const { html } = await visitor(service.url).get('/app/sign-in');
  expect(html).toContain('Ask the operator of the service for a link.');
  expect(html).toContain('Ask an owner of your account for an invitation.');
});

describe('an invitation', () => {
  it('lets its holder choose a password, signs in, and works once', async () => {
    const account = await service.account();
    const path = invitationPath(account);
    const owner = visitor(service.url);
    const shown = await owner.get(path);
    expect([shown.status, shown.html]).toEqual([200, expect.stringContaining(account.invitation?.email ?? '')]);
    const answer = await owner.submit(path, path, { password: PASSWORD });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app']);
    expect((await owner.get('/app/account')).html).toContain(account.accountId);
    expect((await visitor(service.url).get(path)).status).toBe(404);
  });

  it('is not used up by looking at it, nor by a password that is too short, too long, common or the e-mail address', async () => {
    const account = await service.account();
    const path = invitationPath(account);
    const owner = visitor(service.url);
    for (const password of ['short', 'x'.repeat(201), '123456789012', account.invitation?.email ?? '']) {
      const { status, html } = await owner.submit(path, path, { password });
      expect([status, html]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    }
    expect((await owner.submit(path, path, { password: PASSWORD })).status).toBe(303);
  });

  it('keeps the name that was typed when the password is refused', async () => {
    const path = invitationPath(await service.account());
    const owner = visitor(service.url);
    const { html } = await owner.submit(path, path, { name: 'Zoé Lambert', password: 'short' });
    expect(html).toMatch(/id="name"[^>]*value="Zoé Lambert"/);
  });

  it('of two who accept it at once, lets in one', async () => {
    const account = await service.account();
    const path = invitationPath(account);
    const open = async () => {
      const browser = visitor(service.url);
      const [form] = formsOf((await browser.get(path)).html);
      return () => browser.post(path, { ...form?.hidden, password: PASSWORD });
    };
    const accept = [await open(), await open()];
    const answers = await Promise.all(accept.map((each) => each()));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  it('is over after 72 hours, and unknown when it never was', async () => {
    const account = await service.account();
    service.clock.advance(72 * 3_600 + 1);
    for (const path of [invitationPath(account), `/app/invitations/${'x'.repeat(43)}`, '/app/invitations/no'])
      expect((await visitor(service.url).get(path)).status).toBe(404);
  });

  it('is kept as a hash alone', async () => {
    const account = await service.account();
    const { rows } = await service.database.query<{ text: string }>({
      text: 'SELECT to_jsonb(i)::text AS text FROM member_invitations i',
    });
    expect(JSON.stringify(rows)).not.toContain(account.invitation?.token);
    expect(service.logText()).not.toContain(account.invitation?.token);
  });
});

describe('signing in', () => {
  it('takes the e-mail address in any case and leads to the page that was asked for', async () => {
    const account = await service.account();
    await ownerOf(service, account);
    const browser = visitor(service.url);
    const asked = await browser.get('/app/account');
    expect([asked.status, asked.headers.get('location')]).toEqual([303, '/app/sign-in?to=%2Fapp%2Faccount']);
    const answer = await browser.submit('/app/sign-in?to=%2Fapp%2Faccount', '/app/sign-in', {
      email: ` ${account.invitation?.email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/account']);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', '/v1/trips', 'x'.repeat(5_000)])(
    'leads nowhere else: %s',
    async (to) => {
      const account = await service.account();
      await ownerOf(service, account);
      const browser = visitor(service.url);
      const answer = await browser.submit('/app/sign-in', '/app/sign-in', {
        email: account.invitation?.email ?? '',
        password: PASSWORD,
        to,
      });
      expect(answer.headers.get('location')).toBe('/app');
    },
  );

  it('begins in the first empty field', async () => {
    const focused = (html: string) => [...html.matchAll(/<input id="(\w+)"[^>]*autofocus/g)].map(([, id]) => id);
    const browser = visitor(service.url);
    expect(focused((await browser.get('/app/sign-in')).html)).toEqual(['email']);
    const attempt = { email: 'nobody@example.com', password: PASSWORD };
    expect(focused((await browser.submit('/app/sign-in', '/app/sign-in', attempt)).html)).toEqual(['password']);
  });

  it('tells a wrong password, an unknown address and an overlong one in the same words', async () => {
    const account = await service.account();
    await ownerOf(service, account);
    const attempts = [
      { email: account.invitation?.email ?? '', password: 'wrong horse battery' },
      { email: 'nobody@example.com', password: PASSWORD },
      { email: `${'a'.repeat(60_000)}@example.com`, password: PASSWORD },
      { email: account.invitation?.email ?? '', password: 'x'.repeat(60_000) },
    ];
    for (const attempt of attempts) {
      const { status, html } = await visitor(service.url).submit('/app/sign-in', '/app/sign-in', attempt);
      expect([status, html]).toEqual([422, expect.stringContaining('Incorrect e-mail address or password')]);
    }
  });

  it('keeps its cookie from scripts, from other paths and, behind TLS, from plain HTTP', async () => {
    const account = await service.account();
    await ownerOf(service, account);
    const { headers } = await signIn(visitor(service.url), account);
    const session = headers.getSetCookie().find((line) => line.startsWith('session='));
    expect(session).toMatch(/^session=[\w-]{43}; Path=\/app; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
    const secure = await startService({ overrides: { publicUrl: () => 'https://trips.example' } });
    const page = await visitor(secure.url).get('/app/sign-in');
    const [visitorCookie = ''] = page.headers.getSetCookie();
    expect(visitorCookie).toMatch(/^__Host-visitor=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    const owner = await ownerOf(secure, await secure.account());
    expect((await owner.get('/app/account')).status).toBe(200);
    // A neighbouring host can set a cookie without the prefix: it counts for nothing.
    const token = owner.cookies.get('__Host-session') ?? '';
    const tossed = { headers: { cookie: `session=${token}` }, redirect: 'manual' } as const;
    expect((await fetch(`${secure.url}/app/account`, tossed)).status).toBe(303);
    await secure.close();
  });
});

describe('a session', () => {
  it('is kept as a hash alone', async () => {
    const owner = await ownerOf(service, await service.account());
    const { rows } = await service.database.query({ text: 'SELECT to_jsonb(s)::text AS text FROM member_sessions s' });
    expect(JSON.stringify(rows)).not.toContain(owner.cookies.get('session'));
  });

  it('ends after a day without use', async () => {
    const account = await service.account();
    const [idle, used] = [await ownerOf(service, account), visitor(service.url)];
    await signIn(used, account);
    service.clock.advance(DAY_SECONDS - 600);
    expect(await isSignedIn(used)).toBe(true);
    service.clock.advance(601);
    expect([await isSignedIn(idle), await isSignedIn(used)]).toEqual([false, true]);
  });

  it('ends after two weeks, however recently it was used', async () => {
    const used = await ownerOf(service, await service.account());
    for (let halfDay = 1; halfDay < 28; halfDay += 1) {
      service.clock.advance(DAY_SECONDS / 2);
      expect(await isSignedIn(used)).toBe(true);
    }
    service.clock.advance(DAY_SECONDS / 2 - 60);
    expect(await isSignedIn(used)).toBe(true);
    service.clock.advance(61);
    expect(await isSignedIn(used)).toBe(false);
  });

  it('ends with signing out, and a kept cookie does not bring it back', async () => {
    const owner = await ownerOf(service, await service.account());
    const kept = owner.cookies.get('session') ?? '';
    const answer = await owner.submit('/app/account', '/app/sign-out');
    expect(answer.headers.get('location')).toBe('/app/sign-in?signed-out');
    owner.cookies.set('session', kept);
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('takes the place of the one before in the same browser', async () => {
    const account = await service.account();
    const browser = await ownerOf(service, account);
    const before = browser.cookies.get('session') ?? '';
    const { hidden } = formsOf((await browser.get('/app/account')).html)[0] ?? { hidden: {} };
    const fields = { ...hidden, email: account.invitation?.email ?? '', password: PASSWORD };
    expect((await browser.post('/app/sign-in', fields)).status).toBe(303);
    expect(await isSignedIn(browser)).toBe(true);
    browser.cookies.set('session', before);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it('ends everywhere at once when its owner says so', async () => {
    const account = await service.account();
    const [one, two] = [await ownerOf(service, account), visitor(service.url)];
    await signIn(two, account);
    await one.submit('/app/account', '/app/sign-out-everywhere');
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([false, false]);
  });
});

describe('a password', () => {
  it('cannot be guessed by who has the browser: after ten attempts, changing it has to wait', async () => {
    const owner = await ownerOf(service, await service.account());
    const change = (current: string) =>
      owner.submit('/app/account', '/app/account/password', { current, next: 'another good password' });
    for (let n = 0; n < 10; n += 1)
      expect((await change('a wrong guess')).html).toContain('current password is incorrect');
    expect((await change(PASSWORD)).html).toContain('Too many attempts');
  });

  it('is changed by who knows the old one, and everybody else is signed out', async () => {
    const account = await service.account();
    const [owner, other] = [await ownerOf(service, account), visitor(service.url)];
    await signIn(other, account);
    const change = (current: string, next: string) =>
      owner.submit('/app/account', '/app/account/password', { current, next });
    const refused = await change('not the password', 'another good password');
    for (const text of ['current password is incorrect', 'Voucher details', 'Sign out everywhere'])
      expect(refused.html).toContain(text);
    for (const weak of ['short', 'passwordpassword', 'Demo Driver 123', 'Password 1234'])
      expect((await change(PASSWORD, weak)).status).toBe(422);
    expect((await change(PASSWORD, PASSWORD)).html).toContain('This is your current password.');
    expect((await change('not the password', 'not the password')).html).not.toContain('This is your current password.');
    const answer = await change(PASSWORD, 'another good password');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/account']);
    expect((await owner.get('/app/account')).html).toContain('Password changed');
    expect((await owner.get('/app/account')).html).not.toContain('Password changed');
    expect(await isSignedIn(other)).toBe(false);
    expect((await signIn(other, account)).status).toBe(422);
    expect((await signIn(other, account, 'another good password')).status).toBe(303);
  });
});
