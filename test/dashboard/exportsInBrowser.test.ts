import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { advanceTrip } from '../support/advance.ts';
import {
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  LOOKS,
  noChromium,
  openBrowser,
} from '../support/chromium.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

/** A contractor with trips on 14 March 2027. */
async function busyContractor() {
  const account = await service.account({ role: 'CONTRACTOR' });
  const client = { firstName: 'Maximilienne', lastName: 'de Montmorency-Laval', phone: '+33612345678' };
  for (let hour = 10; hour < 20; hour += 1)
    await account.api.createdTrip({ scheduledAt: `2027-03-14T${hour}:30:00+01:00`, client, note: 'Two large cases' });
  const { _id } = await account.api.createdTrip({ tripType: 'AVAILABILITY' });
  await advanceTrip(service, _id, 'FINISHED_PAYED');
  return { account, tripId: _id };
}

describe.skipIf(noChromium)(`what leaves the dashboard${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.each(LOOKS)('is on pages that everybody can use: %s', async (_, look) => {
    const { page, close } = await openBrowser(look);
    await enterAsOwner(page, service, (await busyContractor()).account);
    for (const path of ['/app/trips/totals?month=2027-03', '/app/calendar', '/app/day-sheet?date=2027-03-14']) {
      await page.goto(service.url + path);
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    }
    await close();
  });

  it('is a file, a sheet of paper without anything to click, and a link to copy', async () => {
    const { page, close } = await openBrowser({ acceptDownloads: true });
    const { account, tripId } = await busyContractor();
    await enterAsOwner(page, service, account);
    await page.goto(`${service.url}/app/trips?from=2027-03-14&to=2027-03-14`);
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('main a:has-text("Export as CSV")')]);
    expect(file.suggestedFilename()).toBe('trips-2027-03-14-2027-03-14.csv');
    expect((await readFile(await file.path(), 'utf8')).trim().split('\r\n')).toHaveLength(12);

    await page.click('main a:has-text("Calendar")');
    await page.click('main form button');
    expect(await page.textContent('#calendar-link')).toMatch(/\/calendar\/[\w-]{43}\.ics/);

    await page.goto(`${service.url}/app/day-sheet?date=2027-03-14`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.table tbody tr').count()).toBe(11);
    expect(await page.locator('a:not(td a):visible, button:visible, input:visible').count()).toBe(0);
    const decorations = await page
      .locator('td a')
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine));
    expect(new Set(decorations)).toEqual(new Set(['none'])); // a name or a phone number is mere text on paper
    await page.goto(`${service.url}/app/trips/${tripId}`);
    expect(await page.locator('button:visible, input:visible, nav:visible').count()).toBe(0);
    expect(await page.locator('main').textContent()).toContain('Lovelace');
    await close();
  });
});
