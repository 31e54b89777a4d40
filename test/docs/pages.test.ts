import { describe, expect, it } from 'vitest';
import { GUIDES } from '../../src/docs/guides.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const PAGES = ['/docs', '/docs/', '/docs/reference', ...GUIDES.map((name) => `/docs/guides/${name}`)];

const get = (path: string, options: RequestInit = {}) => fetch(service.url + path, options);
const html = async (path: string, options: RequestInit = {}) => (await get(path, options)).text();

const linksIn = (page: string) =>
  [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

describe('the documentation', () => {
  it.each(PAGES)('is read without a key, limited by address, and takes nothing from elsewhere: %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"ip";/);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    expect(linksIn(page).filter((link) => !/^[/#](?!\/)/.test(link))).toEqual([]);
  });

  it('has no link that leads nowhere, and none to a section that is not there', async () => {
    const found = new Set<string>();
    for (const path of PAGES.filter((each) => !each.endsWith('/'))) {
      const page = await html(path);
      for (const link of linksIn(page)) {
        if (!link.startsWith('#')) found.add(link);
        // The operations are drawn by the renderer; a test in the browser follows those.
        else if (!link.startsWith('#operations-')) expect(page, `${path}${link}`).toContain(`id="${link.slice(1)}"`);
      }
    }
    expect(found.size).toBeGreaterThan(GUIDES.length);
    for (const link of found) expect([link, (await get(link)).ok]).toEqual([link, true]);
  });

  it('answers HEAD as GET without its body', async () => {
    const response = await get('/docs', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('answers other methods with 405 and Allow, and unknown pages with a page', async () => {
    const posted = await get('/docs/reference', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const unknown = await get('/docs/guides/nonsense');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await unknown.text()).toContain('href="/docs"');
  });

  it('tells of every error of the catalogue, with its status and its words', async () => {
    const page = await html('/docs/guides/errors');
    for (const [code, { status, text }] of Object.entries(errorCatalogue)) {
      expect(page).toContain(`<h3 id="${code}">`);
      const entry = page.slice(page.indexOf(`<h3 id="${code}">`)).split('</section>')[0] ?? '';
      expect(entry).toContain(`>${status}<`);
      expect(entry).toContain(text.replaceAll('<', '&lt;'));
    }
  });

  it('dates its examples a week ahead, with the offset of Paris on that day', async () => {
    service.clock.set('2027-07-01T12:00:00Z');
    expect(await html('/docs/guides/first-booking')).toContain('2027-07-08T10:30:00+02:00');
    service.clock.set('2027-01-01T12:00:00Z');
    expect(await html('/docs/guides/first-booking')).toContain('2027-01-08T10:30:00+01:00');
  });

  it('is written in the language that the reader likes better', async () => {
    const french = await html('/docs/guides/retries', { headers: { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' } });
    const english = await html('/docs/guides/retries', { headers: { 'accept-language': 'de,en;q=0.5' } });
    expect(french).toContain('<html lang="fr">');
    expect(english).toContain('<html lang="en">');
    expect(french).toContain('href="/language/en?to=%2Fdocs%2Fguides%2Fretries"');
  });
});

describe('what draws the reference', () => {
  const rendererPath = async () =>
    linksIn(await html('/docs/reference')).find((link) => link.endsWith('/swagger-ui-bundle.js')) ?? '';

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip;q=0.5'],
    ['gzip', 'br;q=0.1, gzip'],
    ['br', '*'],
    [null, 'identity'],
    [null, 'br;q=0'],
    [null, 'identity, br;q=0.5'],
    [null, 'vibrant'],
  ])('comes as %s to who accepts %s, the same bytes, to be kept for ever', async (encoding, accepted) => {
    const response = await get(await rendererPath(), { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect((await response.text()).length).toBeGreaterThan(1_000_000);
  });
});
