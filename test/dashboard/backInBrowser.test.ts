import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPricingSchemes } from '../../src/catalogue/pricingSchemeStore.ts';
import { enterAsOwner, noChromium, openBrowser, type TestBrowser } from '../support/chromium.ts';
import { agree } from '../support/drivers.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });
const trip = await account.api.createdTrip();
await agree(service, account, await service.account());
const [scheme] = await listPricingSchemes(service.database, account.accountId);

const PAGES = [
  '/app/trips/new',
  '/app/trips?driver=none',
  `/app/trips/${trip._id}`,
  `/app/trips/${trip._id}/edit`,
  `/app/trips/${trip._id}/cancel`,
  '/app/day',
  '/app/trips/totals',
  '/app/drivers',
  '/app/riders',
  `/app/riders/${trip.clientId}`,
  `/app/vehicles/${account.vehicles[0]?.vehicleId}`,
  `/app/pricing/${scheme?.pricingSchemeId}`,
  '/app/developers/keys/new',
  '/app/developers/requests',
  '/app/developers/webhooks/new',
  '/app/account',
  '/app/account/members/invite',
];

let browser: TestBrowser;
let page: Page;
beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser();
  page = browser.page;
  await enterAsOwner(page, service, account);
});
afterAll(() => browser?.close());

/** Changes every field of the page, and returns how many there are. */
const changeFields = () =>
  page.evaluate(() => {
    const VALUES: Record<string, string> = { date: '2027-01-02', month: '2027-01', time: '03:04', number: '7' };
    let changed = 0;
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
      'input:not([type=hidden], [readonly]), select, textarea',
    )) {
      changed += 1;
      if (field instanceof HTMLSelectElement) field.selectedIndex = field.length - 1;
      else if (['checkbox', 'radio'].includes(field.type))
        (field as HTMLInputElement).checked = !(field as HTMLInputElement).checked;
      else
        field.value = field.type === 'datetime-local' ? '2027-01-02T03:04' : (VALUES[field.type] ?? 'something else');
    }
    return changed;
  });

/** The names of fields that are not as the server filled them. */
const changedFields = () =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(
        'input, select, textarea',
      ),
    ]
      .filter((field) => {
        if (field instanceof HTMLSelectElement)
          return (
            field.selectedIndex !==
            Math.max(
              0,
              [...field.options].findIndex((option) => option.defaultSelected),
            )
          );
        if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type))
          return field.checked !== field.defaultChecked;
        return field.value !== field.defaultValue;
      })
      .map(({ name }) => name),
  );

describe.skipIf(noChromium)(`Back in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.each(PAGES)('leads to fields as the server fills them: %s', async (path) => {
    await page.goto(service.url + path);
    expect(new URL(page.url()).pathname).toBe(path.split('?')[0]);
    expect(await changeFields()).toBeGreaterThan(0);
    expect(await changedFields()).not.toEqual([]);
    await page.goto(`${service.url}/app/audit`);
    await page.goBack();
    expect(await changedFields()).toEqual([]);
  });

  it('does not ask to send a form again that was refused', async () => {
    const path = `/app/riders/${trip.clientId}`;
    await page.goto(service.url + path);
    await page.fill('#postalCode', '');
    await page.evaluate(() => document.querySelector('#postalCode')?.removeAttribute('maxlength'));
    await page.fill('#postalCode', 'x'.repeat(30));
    await page.click('form.record button.primary');
    await page.waitForSelector('#postalCode[aria-invalid]');
    await page.fill('#postalCode', '13001');
    await page.click('form.record button.primary');
    await page.waitForURL('**/app/riders');
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.inputValue('#postalCode')).toBe('13001');
  });
});
