import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { guidePath, WRITTEN_PAGES } from '../../src/docs/guides.ts';
import { operations } from '../../src/docs/reference/description.ts';
import {
  expectNoSeriousFaults,
  expectToFit,
  LOOKS,
  noChromium,
  openBrowser,
  overflowOf,
  PHONE,
} from '../support/chromium.ts';
import { startService, type TestService } from '../support/service.ts';

const PAGES = [
  ...['/docs', '/docs/reference', '/docs/search'],
  ...WRITTEN_PAGES.map(guidePath),
  // The longest page of an operation; they are all made of the same parts.
  '/docs/reference/createTrip',
];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** What no page may do: complain, be refused something by its own policy, or ask anybody but us. */
function watch(page: Page) {
  const seen: string[] = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${service.url}/`) && !url.startsWith('data:')) seen.push(`asked ${url}`);
  });
  return seen;
}

describe(`the documentation in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  // Faults are looked for in all of a page, which takes a busy machine seconds for each.
  const patience = { timeout: 180_000 };
  it.skipIf(noChromium).each(LOOKS)('can be read by everybody: %s', patience, async (_, look) => {
    const { page, close } = await openBrowser(look);
    const seen = watch(page);
    for (const path of PAGES) {
      await page.goto(service.url + path);
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    }
    expect(seen).toEqual([]);
    await close();
  });

  it.skipIf(noChromium).each(['en-GB', 'fr-FR'])('fits a small phone with large text: %s', async (locale) => {
    const { page, close } = await openBrowser({ viewport: { width: 320, height: 640 }, locale, defaultFontSize: 24 });
    const searches = ['IDEMPOTENCY_KEY_IN_PROGRESS', 'a.very.long.address@transports-du-nord.example'];
    const found = searches.map((text) => `/docs/search?q=${encodeURIComponent(text)}`);
    for (const path of [...PAGES, ...found, ...operations.map(({ id }) => `/docs/reference/${id}`)]) {
      await page.goto(service.url + path);
      expect.soft([path, await overflowOf(page)]).toEqual([path, 0]);
    }
    await close();
  });

  it.skipIf(noChromium)('has no operation that is wider than a phone', async () => {
    const { page, close } = await openBrowser({ viewport: PHONE });
    for (const { id } of operations) {
      await page.goto(`${service.url}/docs/reference/${id}`);
      await expectToFit(page);
    }
    await close();
  });

  it.skipIf(noChromium)(
    'puts request and response side by side on a desk, one below the other on a phone',
    async () => {
      const { page, close } = await openBrowser();
      await page.goto(`${service.url}/docs/reference/createTrip`);
      const corner = async (id: string) => (await page.locator(id).boundingBox()) ?? { x: Number.NaN, y: Number.NaN };
      const [request, response] = [await corner('#request'), await corner('#response')];
      expect(response.y).toBe(request.y);
      expect(response.x).toBeGreaterThan(request.x + 300);
      await page.setViewportSize(PHONE);
      const [above, below] = [await corner('#request'), await corner('#response')];
      expect(below.x).toBe(above.x);
      expect(below.y).toBeGreaterThan(above.y + 300);
      await close();
    },
  );

  it.skipIf(noChromium)(
    'shows the sample in the chosen language without a script, by mouse and by keyboard',
    async () => {
      const { page, close } = await openBrowser({ javaScriptEnabled: false });
      await page.goto(`${service.url}/docs/reference/createTrip`);
      const visible = () =>
        page.locator('[data-example^="createTrip."]:not(.answer):visible').getAttribute('data-example');
      expect(await visible()).toBe('createTrip.sh');
      await page.getByText('Python', { exact: true }).first().click();
      expect(await visible()).toBe('createTrip.py');
      await page.keyboard.press('ArrowLeft');
      expect(await visible()).toBe('createTrip.ts');
      await close();
    },
  );

  it.skipIf(noChromium)('keeps the language of the samples for other pages', async () => {
    const { page, close } = await openBrowser();
    await page.goto(`${service.url}/docs/reference/createTrip`);
    await page.getByText('Python', { exact: true }).first().click();
    await page.goto(`${service.url}/docs/reference/getTrip`);
    await page.locator('[data-example="getTrip.py"]').waitFor();
    expect(await page.locator('[data-example="getTrip.sh"]').isVisible()).toBe(false);
    await close();
  });

  it.skipIf(noChromium)('searches while one types, with one request for the index', async () => {
    const { page, close } = await openBrowser({ locale: 'fr-FR' });
    const seen = watch(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${service.url}/docs`);
    asked.length = 0;
    const results = page.locator('.search-results a');
    await page.locator('#search').pressSequentially('reservation deux fois');
    await results.first().waitFor();
    expect(await results.first().innerText()).toContain('Réessayer sans réserver deux fois');
    await page.locator('#search').fill('xyzzy');
    await page.locator('.search-results').getByText('Aucun résultat').waitFor();
    await page.locator('#search').fill('scheduledAt');
    await results.first().waitFor();
    await expectNoSeriousFaults(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/docs\/reference\/\w+#body\.scheduledAt$/);
    expect(asked.filter((url) => url.endsWith('.json'))).toHaveLength(1);
    expect(seen).toEqual([]);
    await close();
  });

  it.skipIf(noChromium)('shows what was searched for on another page', async () => {
    const { page, close } = await openBrowser();
    await page.goto(`${service.url}/docs/search?q=rate+limits`);
    expect(await page.locator('#search').inputValue()).toBe('rate limits');
    await page.locator('#main li a[href="/docs/guides/rate-limits"]').first().waitFor();
    await page.locator('#search').click();
    await page.locator('.search-results a[href="/docs/guides/rate-limits"]').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.search-results').isVisible()).toBe(false);
    await close();
  });

  it.skipIf(noChromium)('opens its menu on a phone without a script, and leads on', async () => {
    const { page, close } = await openBrowser({ viewport: PHONE, javaScriptEnabled: false });
    await page.goto(`${service.url}/docs`);
    await page.locator('summary').click();
    await page.locator('.docs-menu a[href="/docs/guides/money"]').click();
    await page.waitForURL('**/docs/guides/money');
    expect(await page.locator('button:visible').count()).toBe(0); // what needs a script is not offered
    await close();
  });

  it.skipIf(noChromium)('copies an example as it is run', async () => {
    const { page, context, close } = await openBrowser();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${service.url}/docs/guides/first-booking`);
    const example = page.locator('[data-example="quote.sh"]');
    await example.getByRole('button').click();
    await example.getByText('Copied').waitFor();
    const copied: unknown = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await example.locator('code').textContent());
    await close();
  });
});
