import { describe, expect, it } from 'vitest';
import { ownerOf, visitor } from '../support/browserClient.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();

describe('every page', () => {
  it.each(['/app/sign-in', '/app/nothing', '/app/invitations/x'])(
    'lets nothing in from elsewhere and is kept by nobody: %s',
    async (path) => {
      const { headers, html } = await visitor(service.url).get(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(html).not.toMatch(/\sstyle=|<style|<script(?![^>]*src="\/assets\/)|\son\w+=|(src|href)="https?:/);
    },
  );

  it('comes with the same errors as the API, as pages: 404, 405 with Allow', async () => {
    const unknown = await visitor(service.url).get('/app/nothing');
    expect([unknown.status, unknown.html]).toEqual([404, expect.stringContaining('Page not found')]);
    const wrong = await visitor(service.url).request('/app/sign-in', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(wrong.headers.get('content-type')).toContain('text/html');
    expect((await visitor(service.url).get('/nothing')).headers.get('content-type')).toContain('application/json');
  });

  it('counts against the limit by address, and says so in a page', async () => {
    const limited = await startService({ env: { RATE_LIMIT_IP: '2/60' } });
    const answers = [1, 2, 3].map(() => visitor(limited.url).get('/app/sign-in'));
    const last = (await Promise.all(answers)).find(({ status }) => status === 429);
    expect([last?.headers.get('retry-after'), last?.html]).toEqual([
      '60',
      expect.stringContaining('Too many requests'),
    ]);
    expect(last?.html).toContain('Try again in 1 minute.');
    await limited.close();
  });

  it.each([
    ['1/45', 'Réessayez dans 45 secondes.'],
    ['1/90', 'Réessayez dans 2 minutes.'],
  ])('says how long to wait with a limit of %s: %s', async (limit, text) => {
    const limited = await startService({ env: { RATE_LIMIT_IP: limit } });
    const browser = visitor(limited.url, { 'accept-language': 'fr' });
    await browser.get('/app/sign-in');
    const { status, html } = await browser.get('/app/sign-in');
    expect([status, html]).toEqual([429, expect.stringContaining(text)]);
    await limited.close();
  });

  it('keeps the navigation in an error for signed-in members, and shows it to nobody else', async () => {
    const owner = await ownerOf(service, await service.account());
    const navigation = 'href="/app/vehicles"';
    for (const path of ['/app/nothing', '/app/trips/0123456789abcdef01234567', '/app/developers/keys/x/revoke']) {
      const answer = await owner.get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.html).toContain(navigation);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
    const refused = await owner.post('/app/sign-out', { formToken: 'x' });
    expect([refused.status, refused.html]).toEqual([403, expect.stringContaining(navigation)]);
    const broken = { method: 'POST', body: 'a=%zz', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const unreadable = await owner.request('/app/account/profile', broken);
    expect([unreadable.status, unreadable.html]).toEqual([400, expect.stringContaining(navigation)]);
    expect((await visitor(service.url).get('/app/nothing')).html).not.toContain(navigation);
    const forged = visitor(service.url, { cookie: 'session=x' });
    expect((await forged.get('/app/nothing')).html).not.toContain(navigation);
  });

  it('shows a notice only where it was left for, once: the redirect may be lost on its way', async () => {
    const owner = await ownerOf(service, await service.account());
    const sent = await owner.submit('/app/account', '/app/account/profile', { name: 'Ada Martin' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/app/account']);
    for (const [path, isShown] of [
      ['/app/trips', false],
      ['/app/account?x=1', true],
      ['/app/account', false],
    ] as const)
      expect([path, (await owner.get(path)).html.includes('Name saved.')]).toEqual([path, isShown]);
  });

  it('leads from the address of a form’s action to its page', async () => {
    const account = await service.account();
    const owner = await ownerOf(service, account);
    const { _id } = await account.api.createdTrip();
    for (const [action, target] of [
      [`/app/trips/${_id}/advance`, `/app/trips/${_id}`],
      [`/app/trips/${_id}/assign?x=1`, `/app/trips/${_id}`],
      ['/app/account/voucher', '/app/account'],
      ['/app/account/password', '/app/account'],
      ['/app/developers/keys', '/app/developers'],
      ['/app/sign-out', '/app'],
    ] as const) {
      const answer = await owner.get(action);
      expect([action, answer.status, answer.headers.get('location')]).toEqual([action, 303, target]);
    }
  });

  it('says that the service is overloaded in a page, in the reader’s language, if one is asked for; programs get the envelope', async () => {
    const admission = { tickMs: 10, busyMs: 30, busyTicks: 3, waitMs: 100, min: 0, max: 0 };
    const full = await startService({ overrides: { admission } });
    const browser = visitor(full.url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'fr' });
    for (const path of ['/app/trips', '/app/sign-in', '/app/nothing', '/docs']) {
      const { status, headers, html } = await browser.get(path);
      expect([path, status, headers.get('retry-after'), headers.get('content-type')]).toEqual([
        ...[path, 503, '1'],
        'text/html; charset=utf-8',
      ]);
      expect(html).toContain('Service momentanément indisponible');
      expect(html).toContain(headers.get('x-request-id'));
    }
    for (const [path, accept] of [
      ['/app/trips', 'application/json'],
      ['/v1/trips', 'text/html'],
    ] as const) {
      const { status, headers, html } = await browser.get(path, { accept });
      expect([status, headers.get('retry-after'), JSON.parse(html).code]).toEqual([503, '1', 'SERVICE_UNAVAILABLE']);
    }
    expect(full.logLines().filter(({ level }) => level === 50)).toEqual([]);
    await full.close();
  });

  it('is for signed-in members', async () => {
    for (const path of ['/app', '/app/', '/app/account'])
      expect((await visitor(service.url).get(path)).headers.get('location')).toMatch(/^\/app\/sign-in/);
    const owner = await ownerOf(service, await service.account());
    expect((await owner.get('/app')).headers.get('location')).toMatch(/^\/app\/\w+$/);
  });
});

describe('what pages load', () => {
  it('is served for ever by its content, and never kept under a name that is not its own', async () => {
    const { html } = await visitor(service.url).get('/app/sign-in');
    const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThanOrEqual(3);
    for (const path of paths) {
      const asset = await visitor(service.url).get(path);
      expect([asset.status, asset.headers.get('cache-control')]).toEqual([200, expect.stringContaining('immutable')]);
      const ofAnotherRelease = await visitor(service.url).get(path.replace(/assets\/\w+/, 'assets/0123456789abcdef'));
      expect([ofAnotherRelease.status, ofAnotherRelease.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    expect((await visitor(service.url).get('/assets/x/other.css')).status).toBe(404);
  });
});

describe('the language', () => {
  it.each([
    ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
    ['en;q=0.5, fr;q=0.7', 'fr'],
    ['tlh, fr;q=0.1', 'fr'],
    ['FR', 'fr'],
    ['tlh', 'en'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['', 'en'],
    [';;q==,,fr;q=x', 'en'],
  ])('of "%s" is %s', async (header, language) => {
    const { html } = await visitor(service.url).get('/app/sign-in', { 'accept-language': header });
    expect(html).toContain(`<html lang="${language}">`);
  });

  it('of French sets no sign at the beginning of a line', async () => {
    const browser = visitor(service.url, { 'accept-language': 'fr' });
    for (const path of ['/app/sign-in', '/docs/guides/money', '/docs/guides/retries']) {
      const { html } = await browser.get(path);
      const prose = html.replaceAll(/<(pre|code)\b.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, '\n');
      expect([path, prose.match(/.* [;:?!»].*|.*« .*/g)]).toEqual([path, null]);
      expect(prose).toMatch(/\u00a0[;:?!]/);
    }
  });

  it('can be switched, is kept, and comes back to the page', async () => {
    const browser = visitor(service.url, { 'accept-language': 'en' });
    const link = /href="(\/language\/fr[^"]*)"/.exec((await browser.get('/app/sign-in')).html)?.[1] ?? '';
    expect((await browser.get(link)).headers.get('location')).toBe('/app/sign-in');
    expect((await browser.get('/app/sign-in')).html).toContain('Se connecter');
    expect((await browser.get('/language/fr?to=//evil.example')).headers.get('location')).toBe('/app');
    for (const target of [
      '/\\evil.example',
      '/app\\..\\evil',
      '/\t/evil.example',
      'https://evil.example',
      '\\\\evil.example',
    ])
      expect((await browser.get(`/language/fr?to=${encodeURIComponent(target)}`)).headers.get('location')).toBe('/app');
    expect((await browser.get('/language/tlh')).status).toBe(404);
  });
});
