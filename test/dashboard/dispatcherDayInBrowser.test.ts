import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newMember, ownerForFile, PASSWORD } from '../support/browserClient.ts';
import { noChromium, openBrowser, openSection, type TestBrowser } from '../support/chromium.ts';
import { agree, assign } from '../support/drivers.ts';
import { indexAll } from '../support/search.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
const ELOISE = { firstName: 'Éloïse', lastName: 'Marchand', phone: '+33612345672' };
/** The clock of the service shows 9:00 in Paris. */
const TODAY = '2027-03-01';
const bookToday = (time: string, changes: Record<string, unknown> = {}) =>
  account.api.createdTrip({ scheduledAt: `${TODAY}T${time}:00+01:00`, ...changes });

let browser: TestBrowser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  await agree(service, account, driver);
  await bookToday('14:15');
  await bookToday('10:40', { client: ELOISE });
  await account.api.createdTrip({ scheduledAt: '2027-03-02T09:30:00+01:00' });
  if (noChromium) return;
  const { email } = await newMember(service, owner, { role: 'DISPATCHER' });
  browser = await openBrowser({ viewport: { width: 1280, height: 800 }, acceptDownloads: true });
  page = browser.page;
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${service.url}/app`);
  await page.fill('#email', email);
  await page.fill('#password', PASSWORD);
  await page.click('main button[type=submit]');
  await page.waitForURL('**/app/day');
});
afterAll(() => browser?.close());

const times = () => page.locator('#plan td[data-title=Time]').allInnerTexts();
const history = () => page.locator('.timeline li').allInnerTexts();
const notice = (text: string) => page.waitForSelector(`.notice:has-text("${text}")`);
const openTrip = (id: string) => page.goto(`${service.url}/app/trips/${id}`);
const countTrips = async () => (await account.api.list()).body.pagination.total as number;

describe.skipIf(noChromium)(`a dispatcher’s day${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('begins with today’s plan in the order of the pickups, with what needs attention on top', async () => {
    expect(await page.textContent('h1')).toContain('Monday 1 March');
    expect(await times()).toEqual(['10:40', '14:15']);
    expect(await page.textContent('.attention')).toContain('2 trips need attention');
    expect(await page.textContent('.who')).toContain('Camille Martin');
    await page.click('text="Tomorrow"');
    await page.waitForURL('**/app/day?date=2027-03-02');
    expect(await times()).toEqual(['09:30']);
  });

  it('sees in the open plan what others book', async () => {
    await page.goto(`${service.url}/app/day`);
    expect(await page.textContent('#plan')).toContain('Updates automatically.');
    await page.click('.attention summary');
    const date = page.locator('#plan input[type=date]');
    await date.fill('2027-03-20');
    await date.blur();
    await bookToday('12:05', { client: { firstName: 'Grace', lastName: 'Hopper', phone: '+33611223344' } });
    // The page asks every ten seconds, and as soon as it is seen again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(times).toEqual(['10:40', '12:05', '14:15']);
    expect(await page.textContent('#plan')).toContain('Updates automatically.');
    expect(await page.locator('.attention li:visible').count()).toBe(3); // still open
    expect(await date.inputValue()).toBe('2027-03-20');
    await page.click('#plan tbody tr:has-text("Grace Hopper") a');
    await page.waitForURL(/\/app\/trips\/[0-9a-f]{24}\?from=day$/);
    await page.click('a.back');
    await page.waitForURL('**/app/day?date=2027-03-01');
  });

  it('says since when the open plan is out of date: without a connection, and after the session has ended', async () => {
    const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const plan = () => page.innerText('#plan');
    await page.goto(`${service.url}/app/day`);
    await browser.context.setOffline(true);
    await look();
    await expect.poll(plan).toMatch(/Not updated since \d\d:\d\d\./);
    expect(await plan()).not.toMatch(/Updates automatically|Sign in/);
    await browser.context.setOffline(false);
    await expect.poll(plan).toContain('Updates automatically.');
    const cookies = await browser.context.cookies();
    await browser.context.clearCookies();
    await look();
    await expect.poll(plan).toMatch(/Not updated since \d\d:\d\d\. Sign in again/);
    await page.click('#plan >> text="Sign in again"');
    await page.waitForURL('**/app/sign-in?to=**');
    await browser.context.addCookies(cookies);
    problems.length = 0; // the browser reports the lost connection
  });

  it('has at least ten trips of a full day in view', async () => {
    for (let hour = 10; hour < 22; hour += 1)
      await account.api.createdTrip({ scheduledAt: `2027-03-05T${hour}:00:00+01:00` });
    await page.goto(`${service.url}/app/day?date=2027-03-05`);
    const ends = await page.$$eval('#plan tbody tr', (rows) => rows.map((row) => row.getBoundingClientRect().bottom));
    expect([ends.length, ends.filter((end) => end <= 800).length >= 10]).toEqual([12, true]);
  });

  it('books by hand with suggested addresses and the live quote, once however often the button is clicked', async () => {
    const before = await countTrips();
    await openSection(page, '/app/trips');
    await page.click('text="New trip"');
    await page.fill('#pickup', 'gare de ly');
    await page.getByRole('option', { name: 'Gare de Lyon, Paris', exact: true }).click();
    await page.fill('#dropoff', 'cdg');
    await page.getByRole('option', { name: 'Aéroport Paris-Charles-de-Gaulle', exact: true }).click();
    await page.fill('#at', `${TODAY}T18:00`);
    await page.waitForSelector('#quote .total');
    await page.fill('#firstName', 'Amélie');
    await page.fill('#lastName', 'Poulain');
    await page.fill('#phone', '+33698765432');
    const shown = await page.textContent('#quote .total dd');
    await page.dblclick('text="Book this trip"');
    await notice('The trip is booked.');
    expect(await countTrips()).toBe(before + 1);
    const trip = await account.api.tripNow(new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(`€${trip.price.toFixed(2)}`).toBe(shown);
    await openSection(page, '/app/day');
    expect(await page.textContent('#plan tbody tr:last-child')).toMatch(/18:00Amélie PoulainGare de Lyon/);
  });

  it('assigns a driver from the list and moves the pickup, each with before and after in the history', async () => {
    const { _id } = await bookToday('15:00');
    await openTrip(_id);
    await page.selectOption('#driver', { label: 'Demo driver' });
    await page.click('text="Assign driver"');
    await notice('Driver assigned.');
    service.clock.advance(1);
    await page.click('main a:text-is("Edit")');
    expect(await page.inputValue('#at')).toBe(`${TODAY}T15:00`);
    await page.fill('#at', `${TODAY}T16:20`);
    await page.click('main button[type=submit]');
    await notice('Trip updated.');
    expect(await history()).toEqual([
      expect.stringMatching(/^Confirmed\n/),
      expect.stringMatching(/^Assigned to Demo driver\n/),
      expect.stringMatching(/^Updated\n.*15:00.*16:20/),
    ]);
    expect(await account.api.tripNow(_id)).toMatchObject({
      executorId: driver.accountId,
      scheduledPickupTime: `${TODAY}T15:20:00.000Z`,
    });
  });

  it('sees in the open page of a trip what others change, and keeps what was chosen, which is then refused', async () => {
    const seen = async (text: string) => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.waitForSelector(`#trip:has-text("${text}")`);
    };
    const { _id } = await bookToday('15:10');
    const path = `/app/trips/${_id}`;
    await openTrip(_id);
    expect(await page.innerText('#trip')).toContain('Updates automatically.');
    await assign(service, account, _id, driver);
    await seen('Assigned to Demo driver');
    await page.click('text="Change driver"');
    await page.selectOption('#driver', '');
    await owner.change(`${path}/edit`, { note: 'Gate B', at: `${TODAY}T15:20` });
    await seen('Gate B');
    expect([await page.innerText('h1'), await page.inputValue('#driver')]).toEqual([
      expect.stringContaining('15:20'),
      '',
    ]);
    await page.click('text="Assign driver"');
    await notice('Nothing was changed: this trip has been updated since you opened the page.');
    expect([await page.isVisible('#driver'), await page.inputValue('#driver')]).toEqual([true, '']);
    expect((await account.api.tripNow(_id)).executorId).toBe(driver.accountId);

    // A choice is still seen if the form is folded by now, and a dialog stays open.
    await owner.submit(path, `${path}/assign`, { driver: '' });
    await openTrip(_id);
    await page.selectOption('#driver', driver.accountId);
    await owner.submit(path, `${path}/assign`, { driver: driver.accountId });
    await seen('Change driver');
    expect([await page.isVisible('#driver'), await page.inputValue('#driver')]).toEqual([true, driver.accountId]);
    await openTrip(_id);
    await page.click('text="Cancel trip"');
    await page.fill('dialog textarea', 'Flight cancelled');
    await owner.submit(path, `${path}/assign`, { driver: '' });
    await seen('No driver');
    expect(await page.inputValue('dialog textarea')).toBe('Flight cancelled');
    await page.keyboard.press('Escape');

    // A button that has the focus is the one for the next step.
    await page.focus('text="Driver is on the way"');
    await owner.submit(path, `${path}/advance`, { confirmed: 'yes' });
    await seen('Rider is on board');
    expect(await page.locator('text="Driver is on the way"').count()).toBe(0);

    // A button beside the title that leads nowhere any more is gone.
    const buttons = () => page.locator('.page-head .buttons a:visible').allInnerTexts();
    expect(await buttons()).toContain('Edit');
    for (const _ of ['on board', 'finished', 'paid']) await owner.submit(path, `${path}/advance`, { confirmed: 'yes' });
    await seen('Paid');
    await expect.poll(buttons).not.toContain('Edit');
    problems.length = 0; // the browser reports the refusal
  });

  it('is asked before a step that is unusual, and takes it back', async () => {
    const { _id } = await bookToday('20:00');
    await openTrip(_id);
    await page.click('text="Driver is on the way"');
    const asked = await page.innerText('main');
    for (const text of [
      'change the status to “On the way to pickup” anyway?',
      'This trip has no driver.',
      'Pickup is not until 1 Mar 2027, 20:00',
    ])
      expect(asked).toContain(text);
    await page.click('text="Continue"');
    await notice('Status changed to “On the way to pickup”.');
    await page.click('text="Undo (within a minute)"');
    await notice('Step undone. The status is “Confirmed” again.');
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('cancels with a reason that stays with the trip, and exports what the filter shows', async () => {
    const { _id, reference } = await bookToday('17:30', { client: ELOISE, price: 88 });
    await openTrip(_id);
    await page.click('text="Cancel trip"');
    const dialog = page.getByRole('dialog', { name: 'Cancel this trip?' });
    await dialog.getByLabel('Reason').fill('Vol annulé, "AF 1234"');
    await dialog.getByRole('button', { name: 'Cancel trip' }).click();
    await notice('Trip cancelled.');
    expect((await history()).at(-1)).toMatch(/^Cancelled\nReason: Vol annulé, "AF 1234"\n/);

    await openSection(page, '/app/trips');
    await page.selectOption('#status', 'CANCELLED');
    await page.click('.filters button');
    await page.waitForURL('**/app/trips?status=CANCELLED**');
    const [file] = await Promise.all([page.waitForEvent('download'), page.click('text="Export as CSV"')]);
    expect(file.suggestedFilename()).toBe(`trips-${TODAY}.csv`);
    const [titles, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(titles).toMatch(/^\uFEFF?Reference,Partner reference,Status,Pickup \(Paris time\),Rider,/);
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${reference},,Cancelled,${TODAY} 17:30,Éloïse Marchand,'\\+33612345672,`)),
    ]);
    for (const text of ['10 Rue de Rivoli', '80.00,10,8.00,88.00', '"Vol annulé, ""AF 1234"""', _id])
      expect(lines[0]).toContain(text);
  });

  it.each(['eloise marchand', '06 12 34 56 72', '+33 (0)6 12.34.56.72'])(
    'finds a rider’s trips by “%s”',
    async (text) => {
      await indexAll(service);
      await page.keyboard.press('/');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/app/search?q=**');
      const riders = await page.locator('main td[data-title=Rider]').allInnerTexts();
      expect([riders.length > 0, new Set(riders)]).toEqual([true, new Set(['Éloïse Marchand'])]);
      await page.locator('main tbody tr a').first().click();
      await page.waitForURL(/\/app\/trips\/[0-9a-f]{24}$/);
    },
  );

  it('sees in the open plan which trips become overdue, one after the other', async () => {
    for (const minutes of [1, 2])
      await account.api.createdTrip({
        scheduledAt: new Date(service.clock.now().getTime() + minutes * 60_000).toISOString(),
      });
    await page.goto(`${service.url}/app/day`);
    const overdue = () => page.locator('.attention li', { hasText: 'Overdue' }).count();
    expect(await overdue()).toBe(0);
    await page.focus('a:has-text("Tomorrow")');
    for (const count of [1, 2]) {
      service.clock.advance(61);
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect.poll(overdue).toBe(count);
    }
    expect(await page.locator(':focus').innerText()).toBe('Tomorrow');
  });

  it('goes without a fault in the scripts or the policy of the pages', () => {
    expect(problems).toEqual([]);
  });
});
