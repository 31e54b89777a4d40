import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDES } from '../../src/docs/guides.ts';
import { expectNoSeriousFaults, expectToFit, LOOKS, noChromium, openBrowser, PHONE } from '../support/chromium.ts';
import { startService, type TestService } from '../support/service.ts';

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

interface Operation {
  summary: string;
  operationId: string;
  tags: string[];
}

async function describedOperations(): Promise<[path: string, operation: Operation][]> {
  const { paths } = await (await fetch(`${service.url}/v1/openapi.json`)).json();
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.values(methods).map((operation): [string, Operation] => [path, operation]),
  );
}

describe(`the documentation in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium).each(LOOKS)('can be read by everybody: %s', async (_, look) => {
    const { page, close } = await openBrowser(look);
    const seen = watch(page);
    for (const path of ['/docs', ...GUIDES.map((name) => `/docs/guides/${name}`)]) {
      await page.goto(service.url + path);
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    }
    expect(seen).toEqual([]);
    await close();
  });

  // The page is long, and its faults are looked for in all of it: one look of each kind, and time for slow machines.
  const patience = { timeout: 180_000 };
  it.skipIf(noChromium).each(LOOKS.slice(1, 3))('draws every operation: %s', patience, async (_, look) => {
    const operations = await describedOperations();
    const { page, close } = await openBrowser(look);
    const seen = watch(page);
    await page.goto(`${service.url}/docs/reference`);
    for (const [path, { summary, operationId, tags }] of operations) {
      const id = `operations-${tags[0]}-${operationId}`;
      const drawn = page.locator(`#${id}`);
      await drawn.waitFor();
      expect(await drawn.innerText()).not.toContain('Responses');
      await page.evaluate((linked) => {
        location.hash = linked;
      }, id);
      await drawn.getByRole('heading', { name: 'Responses' }).waitFor();
      const text = (await drawn.innerText()).replaceAll(/[\u200b\s]+/g, ' ');
      expect(text).toContain(summary);
      expect(text).toContain(path);
      expect(text).toContain('Responses');
    }
    expect(await page.getByText(/Try it out|Authorize|Execute/).count()).toBe(0);
    await page.locator('#operations-Trips-createTrip').getByRole('tab', { name: 'Schema' }).first().click();
    await page.getByText('estimatedDurationMinutes').first().waitFor();
    await expectNoSeriousFaults(page);
    await expectToFit(page);
    expect(seen).toEqual([]);
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
