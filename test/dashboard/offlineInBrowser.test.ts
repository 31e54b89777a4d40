import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enterAsOwner, expectNoSeriousFaults, noChromium, openBrowser, type TestBrowser } from '../support/chromium.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });
let browser: TestBrowser;

beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser();
  await enterAsOwner(browser.page, service, account);
});
afterEach(() => browser?.context.setOffline(false));
afterAll(() => browser?.close());

const alerts = () => browser.page.getByRole('alert');
const NOTHING_SENT = 'No connection: nothing was sent. Try again once you are online.';

describe.skipIf(noChromium)(`a form without a connection${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('stays as it was typed, says so each time, and is saved once there is a connection', async () => {
    const { page, context } = browser;
    const { _id } = await account.api.createdTrip();
    await page.goto(`${service.url}/app/trips/${_id}/edit`);
    await page.fill('#note', 'Gate B');
    await context.setOffline(true);
    for (const _ of ['once', 'again']) {
      await page.click('text="Save"');
      expect(await alerts().allTextContents()).toEqual([NOTHING_SENT]);
    }
    expect(await page.inputValue('#note')).toBe('Gate B');
    // Leaving the page would still lose it.
    expect(await page.locator('form[data-unsaved]').count()).toBe(1);
    await expectNoSeriousFaults(page);
    await context.setOffline(false);
    await alerts().waitFor({ state: 'detached' });
    await page.click('text="Save"');
    await page.waitForURL(`**/app/trips/${_id}`);
    expect([await alerts().count(), (await account.api.tripNow(_id)).note]).toEqual([0, 'Gate B']);
  });

  it('shows the notice where it is seen: on a long page, and in a dialog', async () => {
    const { page, context } = browser;
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(`${service.url}/app/trips/new`);
    for (const [field, text] of Object.entries({ pickup: 'Lyon', dropoff: 'Lille', at: '2027-03-14T10:30' }))
      await page.fill(`#${field}`, text);
    await context.setOffline(true);
    await page.click('text="Book this trip"');
    expect(await alerts().evaluate((notice) => notice.getBoundingClientRect().top >= 0)).toBe(true);
    expect(await page.inputValue('#dropoff')).toBe('Lille');
    await context.setOffline(false);

    const { _id } = await account.api.createdTrip();
    await page.evaluate(() => document.querySelector('form[data-unsaved]')?.removeAttribute('data-unsaved'));
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.click('text="Cancel trip"');
    await page.getByRole('dialog').getByLabel('Reason').fill('Flight cancelled');
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click();
    expect(await page.getByRole('dialog').getByRole('alert').allTextContents()).toEqual([NOTHING_SENT]);
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('no longer says below it what came of the form before', async () => {
    const { page, context } = browser;
    const { _id } = await account.api.createdTrip();
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.click('text="Driver is on the way"');
    await page.click('text="Continue"');
    await page.waitForSelector('.notice.good:has-text("Status changed")');
    const warnings = await page.locator('.notice.warn').allTextContents();
    expect(warnings.join()).toContain('booking voucher');
    await context.setOffline(true);
    await page.click('text="Rider is on board"');
    expect(await alerts().allTextContents()).toEqual([NOTHING_SENT]);
    expect(await page.locator('.notice.good').count()).toBe(0);
    expect(await page.locator('.notice.warn').allTextContents()).toEqual(warnings); // still true
  });

  it('books once if the answer is lost on its way and the page is loaded again', async () => {
    const { page } = browser;
    const before = (await account.api.list()).body.pagination.total;
    await page.goto(`${service.url}/app/trips/new`);
    const rider = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    const trip = { pickup: 'Gare de Lyon, Paris', dropoff: 'CDG 2E', at: '2027-03-14T10:30', price: '85', ...rider };
    for (const [field, text] of Object.entries(trip)) await page.fill(`#${field}`, text);
    await page.waitForSelector('#quote .total');
    await page.route('**/app/trips/new', async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort('connectionreset');
    });
    await page.click('text="Book this trip"');
    await page.waitForURL('chrome-error://**');
    await page.unroute('**/app/trips/new');
    await page.reload();
    await page.waitForURL(/trips\/[0-9a-f]{24}/);
    expect((await account.api.list()).body.pagination.total).toBe(before + 1);
  });

  it('says so in French, and before the sign-in', async () => {
    const { page, context } = browser;
    await context.clearCookies();
    await context.addCookies([{ name: 'language', value: 'fr', url: service.url }]);
    await page.goto(`${service.url}/app/sign-in`);
    await page.fill('#email', 'ada@example.com');
    await page.fill('#password', 'correct horse');
    await context.setOffline(true);
    await page.press('#password', 'Enter');
    expect(await alerts().allTextContents()).toEqual([
      'Pas de connexion\u00a0: rien n’a été envoyé. Réessayez une fois la connexion rétablie.',
    ]);
  });
});
