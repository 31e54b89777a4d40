import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { openApiDocument } from '../../src/contract/openapi/document.ts';
import { EVENT_TYPES, KEY_SCOPES } from '../../src/contract/values.ts';
import { findGuide, guidePath, WRITTEN_PAGES } from '../../src/docs/guides.ts';
import { groups, operations, requestParts, responseMembers } from '../../src/docs/reference/description.ts';
import type { Member } from '../../src/docs/reference/schema.ts';
import { errorCatalogue } from '../../src/errors.ts';
import { RETRY_SECONDS } from '../../src/webhooks/retries.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const WRITTEN_PATHS = WRITTEN_PAGES.map(guidePath);
const PAGES = [
  ...['/docs', '/docs/', '/docs/reference', '/docs/search'],
  ...WRITTEN_PATHS,
  ...operations.map(({ id }) => `/docs/reference/${id}`),
];

const get = (path: string, options: RequestInit = {}) => fetch(service.url + path, options);
const html = async (path: string, options: RequestInit = {}) => (await get(path, options)).text();

async function textAt(path: string, headers: Record<string, string>): Promise<string> {
  const response = await get(path, { headers });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

const linksIn = (page: string) =>
  [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));

const idsIn = (page = '') => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

describe('the documentation', () => {
  it.each(PAGES)('is read without a key, limited by address, and takes nothing from elsewhere: %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"ip";/);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const page = await response.text();
    expect(page).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
    expect(linksIn(page).filter((link) => !/^[/#](?!\/)/.test(link))).toEqual([]);
  });

  it.each(['en', 'fr'])('has no link to a page or a section that is not there: %s', async (language) => {
    const headers = { 'accept-language': language };
    const found = new Set<string>();
    for (const path of PAGES.filter((each) => !each.endsWith('/')))
      for (const link of linksIn(await html(path, { headers }))) found.add(link.startsWith('#') ? path + link : link);
    expect(found.size).toBeGreaterThan(WRITTEN_PATHS.length);
    const targets = new Map<string, Promise<string>>();
    const target = (path: string) => targets.get(path) ?? textAt(path, headers);
    for (const link of found) {
      const [path = '', anchor] = link.split('#');
      targets.set(path, target(path));
      const text = await target(path);
      const isThere = anchor === undefined || text.includes(` id="${anchor}"`);
      expect([link, isThere]).toEqual([link, true]);
    }
  });

  it.each(['en', 'fr'])('says when a delivery of a webhook is retried, and how often: %s', async (language) => {
    const page = await html('/docs/guides/webhooks', { headers: { 'accept-language': language } });
    const waits = RETRY_SECONDS.map((seconds) =>
      seconds < 60 ? `${seconds} s` : seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`,
    );
    const plain = page.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');
    expect(plain.includes(`${waits.join(', ')}. `)).toBe(true);
    expect(plain).toMatch(new RegExp(` ${RETRY_SECONDS.length + 1} (attempts|tentatives) `));
  });

  it.each(['en', 'fr'])('says what every type of event means: %s', async (language) => {
    const page = await html('/docs/guides/events', { headers: { 'accept-language': language } });
    expect(EVENT_TYPES.filter((type) => !page.includes(`<td><code>${type}</code></td>`))).toEqual([]);
  });

  it.each(['en', 'fr'])('says what every scope of a key allows: %s', async (language) => {
    const page = await html('/docs/guides/key-rotation', { headers: { 'accept-language': language } });
    expect(KEY_SCOPES.filter((scope) => !page.includes(`<td><code>${scope}</code></td>`))).toEqual([]);
  });

  it.each([
    ['en', 'A key with scopes needs <code>quotes</code> or <code>trips:read</code>.'],
    ['fr', 'Une clé limitée à certains droits doit avoir <code>quotes</code> ou <code>trips:read</code>.'],
  ])('says at an operation which scope it needs: %s', async (language, sentence) => {
    const page = await html('/docs/reference/listServiceTiers', { headers: { 'accept-language': language } });
    expect(page).toContain(`<p class="operation-text">${sentence}</p>`);
  });

  it.each(['en', 'fr'])('summarises the guides without marks of Markdown: %s', async (language) => {
    expect(await html('/docs', { headers: { 'accept-language': language } })).not.toContain('`');
  });

  it('answers HEAD as GET without its body', async () => {
    const response = await get('/docs', { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it('answers other methods with 405 and Allow, and unknown pages with a page that has the search and all links', async () => {
    const posted = await get('/docs/reference', { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const unknown = await get('/docs/guides/nonsense');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    const text = await unknown.text();
    expect(text).toContain('action="/docs/search"');
    expect(linksIn(text)).toEqual(
      expect.arrayContaining(['/docs', '/docs/guides/errors', '/docs/reference/createTrip']),
    );
    expect(text).not.toContain('your account');
  });

  it.each([
    ['/docs/guides', '/docs#guides'],
    ['/docs/guides/', '/docs/guides'],
    ['/docs/reference/', '/docs/reference'],
  ])('leads from %s to %s', async (path, target) => {
    const response = await get(path, { redirect: 'manual' });
    expect([Math.floor(response.status / 100), response.headers.get('location')]).toEqual([3, target]);
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

  it.each(['en', 'fr'])('names every operation in the changelog of the API: %s', async (language) => {
    const page = await html('/docs/changelog', { headers: { 'accept-language': language } });
    const missing = operations.filter(({ method, path }) => !page.includes(`<code>${method} ${path}</code>`));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('lists every request that reads a catalogue in docs/integrating.md', () => {
    const page = readFileSync(join(ROOT, 'docs/integrating.md'), 'utf8');
    const catalogue = operations.filter(({ path }) =>
      /^\/v1\/(service-tiers|pricing-schemes|vehicles|clients)/.test(path),
    );
    expect(catalogue.length).toBeGreaterThan(4);
    expect(catalogue.filter(({ path }) => !page.includes(`\`GET ${path}\``))).toEqual([]);
  });

  it.each([
    ['en', 'en-GB', 'Unreleased'],
    ['fr', 'fr-FR', 'Prochaine version'],
  ] as const)('dates the versions of the API changelog like CHANGELOG.md: %s', (language, locale, unreleased) => {
    const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    const releases = [...changelog.matchAll(/^## ([\d.]+) - (\S+)$/gm)].map(([, version, date = '']) => {
      const day = new Date(date).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
      return `${day}: ${version}`;
    });
    const known = [...(changelog.includes('\n## Unreleased\n') ? [unreleased] : []), ...releases];
    const headings = findGuide('changelog', language).sections.map(({ title }) =>
      title.replace(/\s:\s/, ': ').replace(/^1er /, '1 '),
    );
    expect(headings).toContain(releases.at(-1));
    expect(headings.find((heading) => heading !== unreleased)).toMatch(
      new RegExp(`: ${openApiDocument('').info.version}$`),
    );
    expect(headings).toEqual(known.filter((heading) => headings.includes(heading)));
  });

  it.each(WRITTEN_PATHS)('can be read in the other language from every written page: %s', async (path) => {
    const [english, french] = await Promise.all(
      ['en', 'fr'].map((language) => html(path, { headers: { 'accept-language': language } })),
    );
    const switchTo = (language: string) => `href="/language/${language}?to=${encodeURIComponent(path)}"`;
    expect(english).toContain(switchTo('fr'));
    expect(french).toContain(switchTo('en'));
    const titleOf = (page = '') => /<h1>(.*?)<\/h1>/.exec(page)?.[1];
    expect(titleOf(french)).not.toBe(titleOf(english));
    expect(idsIn(french)).toEqual(idsIn(english));
  });

  it('dates its examples a week ahead, with the offset of Paris on that day', async () => {
    service.clock.set('2027-07-01T12:00:00Z');
    expect(await html('/docs/guides/first-booking')).toContain('2027-07-08T10:30:00+02:00');
    service.clock.set('2027-01-01T12:00:00Z');
    expect(await html('/docs/guides/first-booking')).toContain('2027-01-08T10:30:00+01:00');
  });

  it('is written in the language that the reader likes better', async () => {
    const french = await html('/docs/guides/retries', { headers: { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.5' } });
    const english = await html('/docs/guides/retries', { headers: { 'accept-language': 'tlh,en;q=0.5' } });
    expect(french).toContain('<html lang="fr">');
    expect(english).toContain('<html lang="en">');
    expect(french).toContain('href="/language/en?to=%2Fdocs%2Fguides%2Fretries"');
  });
});

describe('the API reference', () => {
  const MAX_BYTES = 60_000;

  it('lists every operation by tag', async () => {
    const page = await html('/docs/reference');
    expect(operations.length).toBeGreaterThan(4);
    for (const { tag, summary, path } of operations) {
      const group = page.slice(page.indexOf(`id="${tag.toLowerCase().replaceAll(' ', '-')}"`)).split('</section>')[0];
      expect(group).toContain(`>${summary}</a>`);
      expect(group).toContain(`<code>${path}</code>`);
    }
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'shows every parameter, member, response and error of an operation under its own anchor: %s',
    async (id, operation) => {
      const page = await html(`/docs/reference/${id}`);
      const members = requestParts(operation).flatMap(([, each]) => each);
      const anchors = [...members, ...responseMembers(operation)].flatMap(anchorsOf);
      const wanted = [...anchors, ...operation.responses.map(({ status }) => status)].map((each) => ` id="${each}"`);
      const codes = operation.responses
        .filter(({ status }) => !status.startsWith('2'))
        .flatMap(({ examples }) => Object.keys(examples))
        .map((code) => ` href="/docs/guides/errors#${code}"`);
      expect(wanted.length).toBeGreaterThan(operation.responses.length);
      expect(wanted.filter((each) => page.split(each).length !== 2)).toEqual([]);
      expect(codes.filter((each) => !page.includes(each))).toEqual([]);
    },
  );

  it.each(operations.map(({ id }) => id))('is small and complete in both languages: %s', async (id) => {
    const pages = await Promise.all(
      ['en', 'fr'].map((language) => html(`/docs/reference/${id}`, { headers: { 'accept-language': language } })),
    );
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThan(MAX_BYTES);
    const [english = '', french = ''] = pages;
    expect(idsIn(french)).toEqual(idsIn(english));
    expect(french.includes('href="#request">Requête</a></h2>')).toBe(true);
    expect(french).not.toMatch(/tableau de (object|string|integer|number)\b/);
  });

  it('leads from one operation to the next in the order of the menu', async () => {
    const menu = groups.flatMap((group) => group.operations).map(({ id }) => `/docs/reference/${id}`);
    expect(menu).toHaveLength(operations.length);
    for (const [index, path] of menu.entries()) {
      const next = /href="([^"]+)" rel="next"/.exec(await html(path))?.[1];
      expect(next).toBe(menu[index + 1]);
    }
  });

  it('dates its samples a week ahead of every day', async () => {
    service.clock.set('2027-07-01T12:00:00Z');
    expect((await html('/docs/reference/createTrip')).includes('2027-07-08T10:30:00+02:00')).toBe(true);
    service.clock.set('2027-07-02T12:00:00Z');
    expect((await html('/docs/reference/createTrip')).includes('2027-07-09T10:30:00+02:00')).toBe(true);
  });
});

const anchorsOf = ({ anchor, members }: Member): string[] => [anchor, ...members.flatMap(anchorsOf)];

describe('the search', () => {
  const indexPath = async (language: string) => {
    const page = await html('/docs', { headers: { 'accept-language': language } });
    return /data-index="([^"]+)"/.exec(page)?.[1] ?? '';
  };
  const entries = async (language: string): Promise<[string, string, string, string][]> =>
    (await get(await indexPath(language))).json();

  it.each(['en', 'fr'])(
    'finds guides, pages about changes, sections, operations, members and errors: %s',
    async (language) => {
      const paths = (await entries(language)).map(([, path]) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const page of WRITTEN_PATHS) expect(paths).toContain(page);
      for (const { id } of operations) expect(paths).toContain(`/docs/reference/${id}`);
      for (const code of Object.keys(errorCatalogue)) expect(paths).toContain(`/docs/guides/errors#${code}`);
      expect(paths).toContain('/docs/reference/createTrip#body.pickup.lat');
    },
  );

  it.each(['en', 'fr'])('leads to places that are there: %s', async (language) => {
    const headers = { 'accept-language': language };
    const pages = new Map<string, string>();
    for (const [, path] of await entries(language)) {
      const [page = '', anchor] = path.split('#');
      if (!pages.has(page)) pages.set(page, await html(page, { headers }));
      if (anchor) expect([path, pages.get(page)?.includes(`id="${anchor}"`)]).toEqual([path, true]);
    }
    expect(pages.size).toBe(WRITTEN_PATHS.length + operations.length);
  });

  const resultsOf = async (query: string, language = 'en') => {
    const page = await html(`/docs/search?q=${encodeURIComponent(query)}`, {
      headers: { 'accept-language': language },
    });
    return page.slice(page.indexOf('id="results"')).split('</section>')[0] ?? '';
  };

  it('shows results to readers without a script, and what was searched for', async () => {
    const page = await html('/docs/search?q=%3Crate+limits');
    expect(page).toContain('value="&lt;rate limits"');
    expect(linksIn(await resultsOf('rate limits'))[0]).toBe('/docs/guides/rate-limits');
    expect(await resultsOf('xyzzy')).toContain('Nothing found');
    expect((await get('/docs/search?q=a&q=b')).status).toBe(200);
  });

  it('counts one result as one', async () => {
    expect(await resultsOf('verifyWebhook')).toMatch(/<p>\d+ results?<\/p>/);
    expect(await resultsOf('newSecret')).toContain('<p>1 result</p>');
    expect(await resultsOf('newSecret', 'fr')).toContain('<p>1 résultat</p>');
  });

  it.each([
    ['webhook', '/docs/guides/webhooks'],
    ['errors', '/docs/guides/errors'],
    ['sdk', '/docs/guides/typescript-client'],
    ['verifyWebhook', '/docs/guides/typescript-client#webhooks'],
    ['whsec', '/docs/guides/webhooks#register-an-endpoint'],
    ['idempotent', '/docs/guides/retries'],
    ['currency', '/docs/guides/money'],
    ['devise', '/docs/guides/money', 'fr'],
  ])('finds %s', async (query, path, language = 'en') => {
    expect(linksIn(await resultsOf(query, language)).slice(0, 12)).toContain(path); // as many as a browser shows
  });

  it('ranks a page with the word in its title above an error code', async () => {
    const links = linksIn(await resultsOf('webhook'));
    const firstCode = links.findIndex((link) => link.startsWith('/docs/guides/errors#'));
    expect(firstCode).toBeGreaterThan(links.indexOf('/docs/guides/webhooks'));
    expect(links).toContain('/docs/guides/webhooks');
  });

  it('lists everything for readers without a script', async () => {
    const links = new Set(linksIn(await html('/docs/search')));
    for (const page of WRITTEN_PATHS) expect(links).toContain(page);
    for (const { id } of operations) expect(links).toContain(`/docs/reference/${id}`);
    for (const code of Object.keys(errorCatalogue)) expect(links).toContain(`/docs/guides/errors#${code}`);
  });
});

describe('an asset', () => {
  const stylePath = async () => linksIn(await html('/docs')).find((link) => link.endsWith('/style.css')) ?? '';

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
  ])('comes as %s to clients that accept %s, the same bytes, to be cached for ever', async (encoding, accepted) => {
    const response = await get(await stylePath(), { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect((await response.text()).length).toBeGreaterThan(10_000);
  });
});
