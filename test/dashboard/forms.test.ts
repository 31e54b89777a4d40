import { describe, expect, it } from 'vitest';
import { errorWords } from '../../src/web/words/errors.ts';
import { formsOf, ownerOf, type Visitor, visitor } from '../support/browserClient.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();
const owner = await ownerOf(service, await service.account());
const { html } = await owner.get('/app/account');
const hidden = formsOf(html)[0]?.hidden ?? {};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the notice of the page before', () => {
  const leaveNotice = async () => {
    const member = await ownerOf(service, await service.account());
    await member.submit('/app/account', '/app/account/profile', { name: 'Ada' });
    return member;
  };
  const shown = async (member: Visitor) => (await member.get('/app/account')).html.includes('Name saved.');

  it('is shown once', async () => {
    const member = await leaveNotice();
    expect([await shown(member), await shown(member)]).toEqual([true, false]);
  });

  it('is not shown if its text was changed, or if it was made for another browser', async () => {
    const [member, other] = [await leaveNotice(), await leaveNotice()];
    const kept = member.cookies.get('notice') ?? '';
    member.cookies.set('notice', kept.replace('Your', 'Her'));
    const { html } = await member.get('/app/account');
    expect(html).not.toContain('Her%20name');
    expect(html).not.toContain('Her name is saved.');
    member.cookies.set('notice', other.cookies.get('notice') ?? '');
    expect(await shown(member)).toBe(false);
    expect(await shown(other)).toBe(true);
  });
});

describe('a form', () => {
  it('is refused without its token, with another’s, or when a browser says that it comes from elsewhere', async () => {
    const stranger = await ownerOf(service, await service.account());
    const { html } = await stranger.get('/app/account');
    const others = formsOf(html)[0]?.hidden ?? {};
    const attempts: [fields: Record<string, string>, headers: Record<string, string>][] = [
      [{}, {}],
      [{ formToken: 'x' }, {}],
      [others, {}],
      [hidden, { origin: 'https://evil.example' }],
      [hidden, { origin: 'null' }],
      [hidden, { origin: service.url.replace('http:', 'https:') }],
      [hidden, { 'sec-fetch-site': 'cross-site' }],
      [hidden, { 'sec-fetch-site': 'same-site' }],
    ];
    for (const [fields, headers] of attempts) {
      const answer = await owner.post('/app/sign-out', fields, headers);
      expect([answer.status, answer.html]).toEqual([403, expect.stringContaining('<h1>')]);
      const isFromHere = Object.keys(headers).length === 0; // and may have been open while its member signed in again
      expect(answer.html.includes('data-outdated')).toBe(isFromHere);
    }
    expect((await owner.get('/app/account')).status).toBe(200);
    expect((await owner.post('/app/sign-out-everywhere', hidden, { origin: service.url })).status).toBe(303);
  });

  it('to sign in leads on if its visitor has signed in meanwhile, in another tab', async () => {
    const signedIn = await ownerOf(service, await service.account());
    const session = signedIn.cookies.get('session');
    for (const [to, target] of [
      ['/app/trips?status=PAID', '/app/trips?status=PAID'],
      ['https://evil.example/', '/app'],
    ] as const) {
      const answer = await signedIn.post('/app/sign-in', { formToken: 'x', email: 'a@b.example', password: 'x', to });
      expect([answer.status, answer.headers.get('location')]).toEqual([303, target]);
    }
    expect(signedIn.cookies.get('session')).toBe(session);
    const elsewhere = { origin: 'https://evil.example' };
    expect((await signedIn.post('/app/sign-in', { formToken: 'x' }, elsewhere)).status).toBe(403);
    expect((await visitor(service.url).post('/app/sign-in', { formToken: 'x' })).status).toBe(403);
  });

  it('comes from PUBLIC_URL alone where that is https:', async () => {
    const secure = await startService({ overrides: { publicUrl: () => 'https://trips.example' } });
    const visiting = await ownerOf(secure, await secure.account());
    const [form] = formsOf((await visiting.get('/app/account')).html);
    const signOut = async (origin: string) =>
      (await visiting.post('/app/sign-out', form?.hidden ?? {}, { origin })).status;
    expect(await signOut(secure.url)).toBe(403);
    expect(await signOut('http://trips.example')).toBe(403);
    expect(await signOut('https://trips.example')).toBe(303);
    await secure.close();
  });

  it('says which address to open if it came over http: although PUBLIC_URL is https:', async () => {
    const secure = await startService({ overrides: { publicUrl: () => 'https://trips.example' } });
    const plain = visitor(secure.url);
    const submitted = async (origin: string, language: string) => {
      const { status, html } = await plain.post(
        '/app/sign-in?to=%2Fapp%2Ftrips',
        {},
        { origin, 'accept-language': language },
      );
      expect(status).toBe(403);
      return html;
    };
    for (const [language, button] of [
      ['en', 'Open https://trips.example'],
      ['fr', 'Ouvrir https://trips.example'],
    ] as const) {
      const html = await submitted(secure.url, language);
      expect(html).toMatch(new RegExp(`<a [^>]*href="https://trips.example/app/sign-in"[^>]*>${button}</a>`));
      expect(html).not.toContain(errorWords[language].refusedText);
    }
    for (const origin of ['https://trips.example', 'https://evil.example'])
      expect(await submitted(origin, 'en')).toContain(errorWords.en.refusedText);
    await secure.close();
    const html = (await visitor(service.url).post('/app/sign-in', {}, { origin: service.url })).html;
    expect(html).toContain(errorWords.en.refusedText);
  });

  it('is refused at the sign-in as well', async () => {
    const answer = await visitor(service.url).post('/app/sign-in', { email: 'a@example.com', password: 'x' });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['over 64 KiB', 'a='.padEnd(66_000, 'b'), FORM, 413],
    ['of too many fields', '&'.repeat(600), FORM, 400],
    ['that is no UTF-8', 'a=%ff', FORM, 400],
    ['with the zero character', 'a=%00', FORM, 400],
    ['with a broken escape', 'a=%zz', FORM, 400],
    ['as JSON', '{}', { 'content-type': 'application/json' }, 415],
    ['of no type', new Uint8Array([1]), {}, 415],
  ])('%s is refused with a page', async (_, body, headers, status) => {
    const answer = await owner.request('/app/sign-in', { method: 'POST', body, headers });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  });
});
