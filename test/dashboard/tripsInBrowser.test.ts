import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DESK,
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  openSection,
  PHONE,
  type TestBrowser,
} from '../support/chromium.ts';
import { assign } from '../support/dashboardTour.ts';
import { agree } from '../support/drivers.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const contractor = await service.account({ role: 'CONTRACTOR' });
const driver = await service.account();
let browser: TestBrowser;

beforeAll(async () => {
  if (noChromium) return;
  await agree(service, contractor, driver);
  browser = await openBrowser({ viewport: DESK });
  await enterAsOwner(browser.page, service, contractor);
});
afterAll(() => browser?.close());

const booked = (changes: Record<string, unknown> = {}) => contractor.api.createdTrip(changes);
const LONG_ADDRESS =
  'Hôtel de la Grande Place, entrée des artistes, 1 rue du Général de Gaulle, 95700 Roissy-en-France';
const WITHOUT_PHONE = { client: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' } };

describe.skipIf(noChromium)(`trips in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('are assigned and taken on step by step to the payment, each step in the history as of the dashboard', async () => {
    const { page } = browser;
    const soon = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const { _id } = await booked({ scheduledAt: soon });
    await page.goto(`${service.url}/app/trips`);
    await page.click(`a[href="/app/trips/${_id}"]`);
    await page.selectOption('#driver', driver.accountId);
    await page.click('form[action$="/assign"] button');
    await page.waitForSelector('text="Driver assigned."');
    service.clock.advance(60);
    for (const button of ['Driver is on the way', 'Rider is on board', 'Finish trip', 'Mark as paid'])
      await page.click(`text="${button}"`);
    await page.waitForSelector('text="Status changed to “Finished, paid”."');
    const byOwner = ` · In the dashboard · ${contractor.invitation?.email}`;
    const entries = (await page.locator('.timeline li').allInnerTexts()).map((text) => text.split('\n'));
    expect(entries).toEqual([
      ['Confirmed', expect.stringMatching(/ · Through the API$/)],
      ...['Assigned to Demo driver', 'On the way to pickup', 'Rider on board', 'Finished', 'Finished, paid'].map(
        (what) => [what, expect.stringContaining(byOwner)],
      ),
    ]);
    const trip = await contractor.api.tripNow(_id);
    expect(trip).toMatchObject({ executorId: driver.accountId, status: 'FINISHED_PAYED', isPaid: true });
    expect(trip.statusHistory.slice(1).map(({ changedBy }) => changedBy)).toEqual(Array(4).fill('DASHBOARD'));
  });

  it('ask for the duration of an hourly hire alone, and say what another one would cost', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/trips/new`);
    const duration = page.locator('#hireHours');
    expect(await duration.isVisible()).toBe(false);
    await page.selectOption('#tripType', 'AVAILABILITY');
    expect(await duration.isVisible()).toBe(true);
    const hire = { tripType: 'AVAILABILITY', estimatedDurationMinutes: 240 };
    const { _id } = await booked({ ...hire, serviceTierId: contractor.serviceTiers[0]?.serviceTierId });
    await page.goto(`${service.url}/app/trips/${_id}/edit`);
    await duration.fill('6');
    await expect.poll(() => page.locator('#rates-hint').innerText()).toContain('would cost €324.00 after this change');
    await expectNoSeriousFaults(page);
  });

  it('are booked in a form with its fields in pairs on a desk', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/trips/new`);
    const columns = await page.$$eval('.pair', (pairs) =>
      pairs.map((pair) => getComputedStyle(pair).gridTemplateColumns.split(' ').length),
    );
    expect([columns.length > 0, new Set(columns)]).toEqual([true, new Set([2])]);
  });

  it('ask which time is meant while one is typed that occurs twice, and no longer after another one', async () => {
    const { page } = browser;
    const { _id } = await booked();
    await page.goto(`${service.url}/app/trips/${_id}/edit`);
    const question = page.locator('#which-time');
    expect(await question.innerText()).toBe('');
    await page.fill('#at', '2027-10-31T02:15');
    await expect.poll(() => question.innerText()).toContain('02:15 occurs twice');
    await page.fill('#at', '2027-10-31T02:45');
    await expect.poll(() => question.innerText()).toContain('02:45 occurs twice');
    await page.fill('#at', '2027-10-30T02:45');
    await expect.poll(() => question.innerText()).toBe('');
  });

  it('say what another time would cost while it is typed, and save nothing by that', async () => {
    const { page } = browser;
    const { _id } = await booked({ serviceTierId: contractor.serviceTiers[0]?.serviceTierId });
    const before = (await contractor.api.read(_id)).text;
    await page.goto(`${service.url}/app/trips/${_id}/edit`);
    await page.fill('#price', '70');
    await page.fill('#at', '2027-03-14T23:30');
    const hint = page.locator('#rates-hint');
    await expect.poll(() => hint.innerText()).toMatch(/^At your rates, .* after this change \(agreed: €66\.00\)\.$/);
    expect(await page.inputValue('#price')).toBe('70');
    await expectNoSeriousFaults(page);
    await page.fill('#at', '2027-03-14T10:30');
    await expect.poll(() => hint.innerText()).toBe('');
    await page.fill('#at', '2027-03-14T23:45');
    await expect.poll(() => hint.innerText()).not.toBe('');
    await page.route('**/edit/price', (route) => route.abort());
    await page.fill('#at', '2027-03-14T15:45');
    await expect.poll(() => hint.innerText()).toBe(''); // rather than the price of another time
    await page.unroute('**/edit/price');
    expect((await contractor.api.read(_id)).text).toBe(before);
    await page.click('text="Save"');
    await page.waitForSelector('text="Trip updated."');
    expect(await contractor.api.tripNow(_id)).toMatchObject({
      scheduledPickupTime: '2027-03-14T14:45:00.000Z',
      price: 70,
    });
  });

  it('lead back to the list as it was left, also after a change', async () => {
    const { page } = browser;
    const { _id } = await booked();
    await page.goto(`${service.url}/app/trips?status=CONFIRMED`);
    await page.click(`a[href="/app/trips/${_id}"]`);
    await page.selectOption('#driver', driver.accountId);
    await page.click('form[action$="/assign"] button');
    await page.waitForSelector('text="Driver assigned."');
    await page.click('a.back');
    await page.waitForURL('**/app/trips?status=CONFIRMED');
    await openSection(page, '/app/trips');
    await page.click(`a[href="/app/trips/${_id}"]`);
    await page.click('a.back');
    await page.waitForURL('**/app/trips');
  });

  it('no longer say what came of a step once the open page has followed a cancellation', async () => {
    const { page } = browser;
    const scheduledAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const { _id } = await booked({ scheduledAt });
    await assign(service, _id, driver.accountId);
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.click('text="Driver is on the way"');
    await page.waitForSelector('.notice:has-text("Status changed")');
    await contractor.api.cancel(_id);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForSelector('.status-card:has-text("Cancelled")');
    expect(await page.locator('.notice.good').count()).toBe(0);
  });

  it('are cancelled in a dialog, with a reason', async () => {
    const { page } = browser;
    const { _id } = await booked();
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.click('text="Cancel trip"');
    const dialog = page.getByRole('dialog', { name: 'Cancel this trip?' });
    await dialog.getByText('Keep trip').click();
    expect(await dialog.count()).toBe(0);
    await page.click('text="Cancel trip"');
    await dialog.getByLabel('Reason').fill('Flight cancelled');
    await expectNoSeriousFaults(page);
    await dialog.getByRole('button', { name: 'Cancel trip' }).click();
    await page.waitForSelector('text="Trip cancelled."');
    const { status, statusHistory } = await contractor.api.tripNow(_id);
    expect([status, statusHistory.at(-1)?.changedBy]).toEqual(['CANCELLED', 'DASHBOARD']);
  });

  it('have a voucher that is printed on one page, the fullest as well, with what is missing', async () => {
    const { page } = browser;
    const { _id } = await booked({
      client: { ...WITHOUT_PHONE.client, companyName: 'Eckert and Mauchly' },
      pickup: { address: LONG_ADDRESS, lat: 48.9, lng: 2.4 },
      dropoff: { address: LONG_ADDRESS, lat: 48.9, lng: 2.4 },
      vehicleId: contractor.vehicles[0]?.vehicleId,
    });
    await service.database.query({
      text: `UPDATE accounts SET legal_name = $1, registration_number = $3, siren = '732829320', address = $2, phone = $3`,
      values: ['Société des chauffeurs de la Grande Place SARL', LONG_ADDRESS, '+33140000000'],
    });
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.selectOption('#driver', driver.accountId);
    await page.click('form[action$="/assign"] button');
    await page.waitForSelector('text="Driver assigned."');
    await contractor.api.cancel(_id);
    await page.goto(`${service.url}/app/trips/${_id}/voucher`);
    expect(await page.isVisible('text="Print"')).toBe(true);
    const text = await page.innerText('.voucher');
    for (const part of [
      'Bon de réservation',
      'Booking voucher',
      'Grace Hopper',
      'non renseigné',
      'not provided',
      'annulée',
    ])
      expect(text).toContain(part);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf).toMatch(/^%PDF-/);
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59\d(\.\d+)? 84\d(\.\d+)?\]/); // A4
    await page.emulateMedia({ media: 'print' });
    expect([await page.isVisible('.voucher'), await page.isVisible('header')]).toEqual([true, false]);
    await page.emulateMedia({ media: null });
  });

  it('say on paper that nobody drives, where the screen has a form, and nothing of being up to date', async () => {
    const { page } = browser;
    const { _id } = await booked();
    await page.goto(`${service.url}/app/trips/${_id}`);
    const said = page.locator('.card:has(form[action$="/assign"]) p');
    const shown = async () => [
      await said.isVisible(),
      await page.isVisible('#driver'),
      await page.isVisible('[data-refresh-live]'),
    ];
    expect(await shown()).toEqual([false, true, true]);
    await page.emulateMedia({ media: 'print' });
    expect([await said.innerText(), ...(await shown())]).toEqual(['No driver', true, false, false]);
    await page.emulateMedia({ media: null });
  });

  it.each([
    ['phone, light, French', PHONE, 'light', 'fr'],
    ['desk, dark, French', DESK, 'dark', 'fr'],
    ['phone, dark, English', PHONE, 'dark', 'en'],
    ['desk, light, English', DESK, 'light', 'en'],
  ] as const)('can be read and used: %s', async (_, viewport, colorScheme, language) => {
    const { page } = browser;
    const { _id } = await booked(WITHOUT_PHONE);
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.url}/language/${language}?to=/app/trips`);
    for (const path of ['', `/${_id}`, `/${_id}/cancel`, `/${_id}/voucher`]) {
      if (path !== '') await page.goto(`${service.url}/app/trips${path}`);
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    }
    expect(refused).toEqual([]);
    page.removeAllListeners('console');
  });
});
