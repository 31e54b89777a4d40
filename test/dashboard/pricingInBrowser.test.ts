import type { Page } from 'playwright-core';
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
const account = await service.account();
let browser: TestBrowser;
let page: Page;
const refused: string[] = [];

beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser({ reducedMotion: 'reduce' });
  page = browser.page;
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await enterAsOwner(page, service, account);
});
afterAll(() => browser?.close());

const RIDE = { pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E' };
const schemePath = () => `/app/pricing/${account.pricingSchemes[0]?.pricingSchemeId}`;
const shownPrice = () => page.textContent('#quote .total dd', { timeout: 10_000 });

async function apiPrice(scheduledAt?: string): Promise<string> {
  const body = { ...RIDE, serviceTierId: account.serviceTiers[0]?.serviceTierId, scheduledAt };
  const { body: answer } = await account.api.send('POST', '/v1/quotes', { body });
  return `€${answer.data.vat.totalTTC.toFixed(2)}`;
}

describe(`rates, riders and vehicles in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium)(
    'shows a price that follows the rates as they are typed, and the API’s once they are saved',
    async () => {
      await page.goto(service.url + schemePath());
      await page.fill('#quote-pickup', RIDE.pickup);
      await page.fill('#quote-dropoff', RIDE.dropoff);
      const before = await apiPrice();
      expect(await shownPrice()).toBe(before);
      await page.fill('#trip-km', '2.87');
      await expect.poll(shownPrice).not.toBe(before);
      const shown = await shownPrice();
      expect(await apiPrice()).toBe(before);
      await page.click('button[value=save]');
      await page.waitForURL('**/app/pricing');
      await expect.poll(() => apiPrice()).toBe(shown);
    },
  );

  it.skipIf(noChromium)('prices by a window that was added, from the moment it is written', async () => {
    await page.goto(service.url + schemePath());
    await page.click('button[value=add]');
    await page.fill('#window-0-name', 'Night');
    await page.fill('#window-0-trip-minimum', '321.09');
    await page.fill('#quote-pickup', RIDE.pickup);
    await page.fill('#quote-dropoff', RIDE.dropoff);
    await page.fill('#quote-at', '2027-03-14T23:30');
    await expect.poll(shownPrice).toBe('€353.20');
    await page.click('button[value=save]');
    await page.waitForURL('**/app/pricing');
    await expect.poll(() => apiPrice('2027-03-14T23:30:00+01:00')).toBe('€353.20');
    expect(await apiPrice('2027-03-14T12:00:00+01:00')).not.toBe('€353.20');
  });

  it.skipIf(noChromium)('keeps riders and vehicles, and finds riders while one types', async () => {
    await page.goto(`${service.url}/app/riders/new`);
    await page.fill('#firstName', 'Blaise');
    await page.fill('#lastName', 'Pascal');
    await page.fill('#phone', '+33 6 98 76 54 32');
    await page.click('main form button[type=submit]');
    await page.waitForURL('**/app/riders');
    await indexAll(service);
    await page.fill('#q', '06 98 76');
    await expect.poll(() => page.locator('#riders tbody tr').count()).toBe(1);
    await page.click('#riders tbody a');
    await page.fill('#lastName', 'Pascal-Périer');
    await page.click('main form button[type=submit]');
    expect(await page.textContent('.notice')).toBe('Blaise Pascal-Périer saved.');
    await page.goto(`${service.url}/app/vehicles/new`);
    await page.fill('#name', 'Van');
    await page.click('main form button[type=submit]');
    await page.click('main td >> text=Van');
    await page.fill('#seats', '8');
    await page.click('main form button[type=submit]');
    expect(await page.textContent('main tbody tr:last-child .number')).toBe('8');
  });

  it.skipIf(noChromium).each(['en', 'fr'])('can be read and used by anybody, on any screen: %s', async (language) => {
    await browser.context.addCookies([{ name: 'language', value: language, url: service.url }]);
    const riderId = account.riders[0]?.clientId;
    const vehicleId = account.vehicles[0]?.vehicleId;
    const paths = ['/app/pricing', schemePath(), '/app/riders', `/app/riders/${riderId}`];
    for (const path of [...paths, '/app/vehicles', `/app/vehicles/${vehicleId}`]) {
      await page.goto(service.url + path);
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      for (const [viewport, colorScheme] of [
        [PHONE, language === 'en' ? 'light' : 'dark'],
        [DESK, language === 'en' ? 'dark' : 'light'],
      ] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await expectNoSeriousFaults(page);
        await expectToFit(page);
      }
    }
    expect(refused).toEqual([]);
  });

  it.skipIf(noChromium).each([
    ['its rates', { 'window-0-name': 'Night' }, 'window-0-trip-base'],
    ['its days', { 'window-0-name': 'Night', 'window-0-trip-km': '3' }, 'window-0-days'],
  ])('leads to what a window lacks: %s', async (what, texts, name) => {
    const { page } = browser;
    await page.goto(`${service.url}/language/en?to=/app/pricing/new`);
    await page.fill('#name', 'Nights');
    await page.click('text="Add a time window"');
    for (const [field, text] of Object.entries(texts)) await page.fill(`[name="${field}"]`, text);
    if (what === 'its days') for (const day of await page.locator('[name="window-0-days"]').all()) await day.uncheck();
    await page.click('text="Save scheme"');
    await page.waitForSelector('text="Nothing was saved. Check the fields marked below."');
    const focused = page.locator(':focus');
    expect([await focused.getAttribute('name'), await focused.getAttribute('aria-invalid')]).toEqual([name, 'true']);
  });

  it.skipIf(noChromium)('shows nothing of another account', async () => {
    const stranger = await service.account();
    const answer = await page.goto(`${service.url}/app/riders/${stranger.riders[0]?.clientId}`);
    expect(answer?.status()).toBe(404);
  });
});
