import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DESK,
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  PHONE,
  type TestBrowser,
} from '../support/chromium.ts';
import { indexAll } from '../support/search.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });
const trip = await account.api.createdTrip();
let browser: TestBrowser;

beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser({ viewport: DESK });
  await enterAsOwner(browser.page, service, account);
  await indexAll(service);
});
afterAll(() => browser?.close());

describe.skipIf(noChromium)(`the search in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.each(['/', 'Control+k', 'Meta+k'])('is at hand on every page with %s', async (keys) => {
    const { page } = browser;
    await page.goto(`${service.url}/app/vehicles`);
    await page.keyboard.press(keys);
    await page.keyboard.type('lovel');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/search?q=lovel');
    await page.click(`a[href="/app/trips/${trip._id}"]`);
    await page.waitForURL(`**/app/trips/${trip._id}`);
  });

  it('leaves a slash alone that is typed into a field', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/riders`);
    await page.focus('#q');
    await page.keyboard.type('a/b');
    expect(await page.inputValue('#q')).toBe('a/b');
  });

  it('has pages without serious faults that fit a desk and a phone', async () => {
    const { page } = browser;
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport);
      for (const path of [
        '/app/search',
        '/app/search?q=lovelace',
        '/app/search?q=nobody',
        `/app/riders/${trip.clientId}`,
      ]) {
        await page.goto(`${service.url}${path}`);
        await expectNoSeriousFaults(page);
        await expectToFit(page);
      }
    }
  });
});
