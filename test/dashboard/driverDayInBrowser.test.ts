import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerForFile } from '../support/browserClient.ts';
import {
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  openSection,
  PHONE,
  type TestBrowser,
} from '../support/chromium.ts';

const { service, account: contractor, owner: dispatcher } = await ownerForFile({ role: 'CONTRACTOR' });
const driver = await service.account();
let browser: TestBrowser;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
  await dispatcher.submit('/app/drivers', '/app/drivers', { email: driver.invitation?.email ?? '' });
  if (noChromium) return;
  browser = await openBrowser({ viewport: PHONE, hasTouch: true, isMobile: true });
  page = browser.page;
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await enterAsOwner(page, service, driver);
});
afterAll(() => browser?.close());

const notice = (text: string) => page.waitForSelector(`.notice:has-text("${text}")`);

/** A ride within the hour, assigned by the contractor's dispatcher. */
async function assignedRide(changes: Record<string, unknown> = {}) {
  const scheduledAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const { _id: id } = await contractor.api.createdTrip({ scheduledAt, ...changes });
  const path = `/app/trips/${id}`;
  const { headers } = await dispatcher.submit(path, `${path}/assign`, { driver: driver.accountId });
  expect(headers.get('location')).toBe(path);
  return { id, path: `/app/rides/${id}` };
}

async function expectOnFirstScreen(button: Locator) {
  const box = await button.boundingBox();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
}

const openRides = () => page.goto(`${service.url}/app/rides`);

describe.skipIf(noChromium)(`a driver’s day on a phone${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('begins with an invitation, which says what the contractor will see, and is accepted', async () => {
    await page.waitForURL('**/app/rides');
    const invitation = await page.innerText('main');
    for (const text of ['Demo contractor invites you', 'they see your name, registration number, SIREN'])
      expect(invitation).toContain(text);
    await page.getByRole('button', { name: 'Accept Demo contractor' }).click();
    await notice('You accepted.');
    expect((await dispatcher.get('/app/drivers')).html).toContain('Drives for you');
  });

  it('shows the next ride without scrolling, and opens it by a thumb anywhere in it', async () => {
    const { path } = await assignedRide();
    await openRides();
    const first = page.locator('tbody tr').first();
    const box = await first.boundingBox();
    expect((box?.y ?? PHONE.height) + (box?.height ?? 0)).toBeLessThan(PHONE.height);
    expect(await first.innerText()).toMatch(/10:00.*Ada Lovelace.*Confirmed/s);
    await expectToFit(page);
    await expectNoSeriousFaults(page);
    await page.touchscreen.tap((box?.x ?? 0) + 200, (box?.y ?? 0) + 60);
    await page.waitForURL(`**${path}`);
    await expectToFit(page);
    await expectNoSeriousFaults(page);
  });

  it('has the next step, and then the way back, on the first screen of a ride and of an own trip', async () => {
    const scheduledAt = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
    const { _id: own } = await driver.api.createdTrip({ scheduledAt });
    for (const path of [(await assignedRide()).path, `/app/trips/${own}`]) {
      await page.goto(`${service.url}${path}`);
      await expectOnFirstScreen(page.getByRole('button', { name: 'I’m on the way' }));
      await page.getByRole('button', { name: 'I’m on the way' }).click();
      await notice('Status changed');
      await expectOnFirstScreen(page.getByRole('button', { name: 'Undo' }));
      await expectOnFirstScreen(page.getByRole('button', { name: 'Rider is on board' }));
      await expectToFit(page);
    }
  });

  it('sees in the open list what is assigned to them', async () => {
    await openRides();
    const rides = page.locator('#rides tbody tr');
    const before = await rides.count();
    await assignedRide({ client: { firstName: 'Grace', lastName: 'Hopper', phone: '+33611223344' } });
    // The page asks every half minute, and as soon as it is seen again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect.poll(() => rides.count()).toBe(before + 1);
    expect(await page.innerText('#rides')).toMatch(/Updates automatically.*Grace Hopper/s);
    await expectToFit(page);
  });

  it('sees in the open page of a ride that it was changed, cancelled or withdrawn, and keeps what was typed', async () => {
    const seen = async (text: string) => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.waitForSelector(`#ride:has-text("${text}")`);
    };
    const { id, path } = await assignedRide();
    await page.goto(service.url + path);
    expect(await page.innerText('#ride')).toContain('Updates automatically');
    const title = await page.innerText('h1');
    await page.click('text="I cannot take this ride"');
    await page.fill('#reason', 'Car in rep');
    await dispatcher.change(`/app/trips/${id}/edit`, { note: 'Gate B', at: '2027-03-05T11:30' });
    await seen('Gate B');
    expect(await page.innerText('h1')).toContain('11:30');
    expect([await page.innerText('h1'), await page.title()]).not.toContain(title);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('reason');
    await page.keyboard.type('air');
    expect(await page.inputValue('#reason')).toBe('Car in repair');
    await page.click('text="Decline the ride"'); // with the version that is shown
    await notice('You declined the ride.');

    const cancelled = await assignedRide();
    await page.goto(service.url + cancelled.path);
    await contractor.api.cancel(cancelled.id);
    await seen('This ride has been cancelled.');
    expect(await page.locator('#reason').count()).toBe(0);
    await expectToFit(page);
    await expectNoSeriousFaults(page);

    const withdrawn = await assignedRide();
    await page.goto(service.url + withdrawn.path);
    const trip = `/app/trips/${withdrawn.id}`;
    await dispatcher.submit(trip, `${trip}/assign`, { driver: '' });
    await seen('This ride is no longer assigned to you.');
    expect(await page.innerText('main')).not.toMatch(/Ada Lovelace|Booking voucher/);
    await dispatcher.submit(trip, `${trip}/assign`, { driver: driver.accountId });
    await seen('Ada Lovelace');
    expect(await page.innerText('main')).toContain('Booking voucher');
    await dispatcher.submit(trip, `${trip}/assign`, { driver: '' });
    await seen('This ride is no longer assigned to you.');
    await expectNoSeriousFaults(page);
    problems.length = 0; // the browser reports the 404
    await page.click('#ride >> text="My rides"');
    await page.waitForURL('**/app/rides');
  });

  it('is offered the way back for a minute by the server’s clock, however long the page stays open or is left', async () => {
    // The clock of this phone is years ahead of the server's.
    const phone = await openBrowser({ viewport: PHONE });
    await phone.context.addCookies(await browser.context.cookies());
    await phone.page.clock.install({ time: '2031-01-01' });
    const undo = phone.page.getByRole('button', { name: 'Undo' });
    const step = async (name: string) => {
      await phone.page.getByRole('button', { name }).click();
      await phone.page.waitForSelector('.notice:has-text("Status changed")');
      await undo.waitFor();
    };
    const { id, path } = await assignedRide();
    await phone.page.goto(service.url + path);

    await step('I’m on the way');
    await phone.page.clock.fastForward(30_000);
    expect(await undo.count()).toBe(1);
    await phone.page.clock.fastForward(30_000);
    expect(await undo.count()).toBe(0);

    await step('Rider is on board');
    service.clock.advance(40);
    await dispatcher.change(`/app/trips/${id}/edit`, { price: '70' });
    await phone.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await phone.page.waitForSelector('form[data-removed-after="20000"]');
    await phone.page.clock.fastForward(20_000);
    expect(await undo.count()).toBe(0);

    for (const [button, seenAgain] of [
      ['Finish ride', 'pageshow'], // after Back
      ['Mark as paid', 'visibilitychange'], // after the device has slept
    ] as const) {
      await step(button);
      const now = await phone.page.evaluate(() => Date.now());
      await phone.page.clock.setSystemTime(now + 75_000); // its timers have rested
      expect([seenAgain, await undo.count()]).toEqual([seenAgain, 1]);
      await phone.page.evaluate((type) => document.dispatchEvent(new Event(type, { bubbles: true })), seenAgain);
      expect([seenAgain, await undo.count()]).toEqual([seenAgain, 0]);
    }
    await phone.close();
  });

  it('no longer sees what came of a step once the open page says something newer', async () => {
    const seen = async (text: string) => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await page.waitForSelector(`#ride:has-text("${text}")`);
      expect(await page.locator('.notice').allInnerTexts()).toEqual([text]);
      expect(await page.getByRole('alert').allInnerTexts()).toEqual([text]); // read out
    };
    const withdrawn = await assignedRide();
    await page.goto(service.url + withdrawn.path);
    await page.getByRole('button', { name: 'I’m on the way' }).click();
    await notice('Status changed');
    const trip = `/app/trips/${withdrawn.id}`;
    await dispatcher.submit(trip, `${trip}/assign`, { driver: '' });
    await seen('This ride is no longer assigned to you.');

    const cancelled = await assignedRide();
    await page.goto(service.url + cancelled.path);
    await dispatcher.change(`/app/trips/${cancelled.id}/edit`, { note: 'Gate B' });
    await page.getByRole('button', { name: 'I’m on the way' }).click();
    await notice('Nothing was changed');
    problems.length = 0; // the browser reports the 409
    await contractor.api.cancel(cancelled.id);
    await seen('This ride has been cancelled.');
  });

  it('is shown that a step is on its way until the answer is there', async () => {
    const { path } = await assignedRide();
    await page.goto(service.url + path);
    await page.evaluate(() =>
      addEventListener('submit', ({ submitter }) => {
        sessionStorage.setItem('busy', `${submitter?.textContent}: ${submitter?.getAttribute('aria-busy')}`);
      }),
    );
    await page.getByRole('button', { name: 'I’m on the way' }).click();
    await page.waitForSelector('button:has-text("Rider is on board")');
    expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('I’m on the way: true');
    expect(await page.locator('[aria-busy]').count()).toBe(0);
  });

  it('presses twice, and it is sent once', async () => {
    await page.goto(`${service.url}/app/vehicles/new`);
    await page.fill('#name', 'Skoda Superb');
    const sent = await page.evaluate(() => {
      let count = 0;
      addEventListener('submit', (event) => {
        count++;
        event.preventDefault(); // as if the answer took a while
      });
      const button = document.querySelector<HTMLButtonElement>('main button[type=submit]');
      for (const _ of ['once', 'again']) button?.click();
      return count;
    });
    expect(sent).toBe(1);
  });

  it('has what the drive needs: phone, navigation, note and voucher, and nothing else of the contractor', async () => {
    const hidden = { price: 123.45, externalReference: 'SECRET-ORDER' };
    const { path } = await assignedRide({ note: 'Gate B', ...hidden });
    await page.goto(service.url + path);
    const text = await page.innerText('main');
    for (const part of ['Ada Lovelace', '10 Rue de Rivoli', 'Gate B', 'Demo contractor']) expect(text).toContain(part);
    expect(await page.getAttribute('main a[href^="tel:"]', 'href')).toBe('tel:+33612345678');
    const navigation = page.getByRole('link', { name: 'Navigate From' });
    expect(await navigation.getAttribute('href')).toBe(
      'https://www.google.com/maps/dir/?api=1&destination=48.8556,2.3601',
    );
    await page.click('text="Booking voucher"');
    await page.waitForURL(`**${path}/voucher`);
    expect(await page.innerText('.voucher')).toContain('Ada Lovelace');
    for (const shown of [text, await page.innerText('main')])
      for (const secret of ['123.45', 'SECRET-ORDER', contractor.accountId]) expect(shown).not.toContain(secret);
    await page.goBack();
    expect(await page.locator(`a[href$="/cancel"], a[href$="/edit"], form[action$="/assign"]`).count()).toBe(0);
  });

  it('sees no other trip, rider or driver of the contractor in any section', async () => {
    const { _id } = await contractor.api.createdTrip({
      client: { firstName: 'Someone', lastName: 'Else', phone: '+33699887766' },
    });
    const { path } = await assignedRide();
    await page.getByRole('button', { name: 'Menu' }).click();
    const sections = await page.$$eval('nav a[href^="/app/"]', (links) =>
      links.map((link) => link.getAttribute('href')),
    );
    expect(sections).toContain('/app/riders');
    for (const section of [...sections, '/app/search?q=ada', '/app/day-sheet']) {
      await page.goto(service.url + section);
      const text = await page.innerText('main');
      expect([section, text.includes('Someone Else')]).toEqual([section, false]);
    }
    for (const foreign of [`/app/trips/${_id}`, `/app/rides/${_id}`, path.replace('rides', 'trips'), '/app/drivers'])
      expect([foreign, (await page.goto(service.url + foreign))?.status()]).toEqual([foreign, 404]);
    problems.length = 0; // the browser reports each 404
  });

  it('takes a ride step by step to the end, which the contractor sees', async () => {
    const { id, path } = await assignedRide();
    await openSection(page, '/app/rides');
    await page.click(`a[href="${path}"]`);
    expect(await page.innerText('main')).not.toContain('The price is on');
    for (const [button, status] of [
      ['I’m on the way', 'On the way to pickup'],
      ['Rider is on board', 'Rider on board'],
      ['Finish ride', 'Finished'],
    ] as const) {
      const box = await page.getByRole('button', { name: button }).boundingBox();
      expect([button, (box?.height ?? 0) >= 44]).toEqual([button, true]);
      await page.click(`text="${button}"`);
      await notice(`Status changed to “${status}”.`);
    }
    const trip = await contractor.api.tripNow(id);
    expect([trip.status, trip.statusHistory.map(({ changedBy }) => changedBy)]).toEqual([
      'FINISHED',
      ['API', 'DASHBOARD', 'DASHBOARD', 'DASHBOARD'],
    ]);
    expect((await dispatcher.get(`/app/trips/${id}`)).html).toContain('Finished');
    await page.waitForSelector('button:has-text("Mark as paid")');
    await page.click('text="The price is on the booking voucher."');
    await page.waitForURL(`**${path}/voucher`);
    expect(await page.innerText('.voucher')).toContain(String(trip.price).replace('.', ','));
  });

  it('is led to the field with the error of a form that was refused', async () => {
    const isInView = (selector: string) =>
      page.$eval(selector, (field) => {
        const { top, bottom } = field.getBoundingClientRect();
        return document.activeElement === field && top >= 0 && bottom <= innerHeight;
      });
    await page.goto(service.url + (await assignedRide()).path);
    await page.click('text="I cannot take this ride"');
    await page.fill('#reason', '   ');
    await page.click('text="Decline the ride"');
    await page.waitForSelector('#reason-error');
    await expect.poll(() => isInView('#reason')).toBe(true);
    await page.goto(`${service.url}/app/account`);
    await page.fill('#siren', '123');
    await page.press('#siren', 'Enter');
    await page.waitForSelector('#siren-error');
    await expect.poll(() => isInView('#siren')).toBe(true);
    problems.length = 0; // the browser reports each 422
  });

  it('declines a ride with a reason, which the contractor reads', async () => {
    const { id, path } = await assignedRide();
    await page.goto(service.url + path);
    expect(await page.textContent('h1')).toContain('Ride on ');
    await page.click('text="I cannot take this ride"');
    await page.fill('#reason', 'Car in repair');
    await page.click('text="Decline the ride"');
    await page.waitForURL('**/app/rides');
    await notice('You declined the ride.');
    expect(await page.locator(`a[href="${path}"]`).count()).toBe(0);
    const { html } = await dispatcher.get(`/app/trips/${id}`);
    for (const text of ['Declined by Demo driver', 'Reason: Car in repair', '<option value selected>No driver'])
      expect(html).toContain(text);
  });

  it('goes without a fault in the scripts or the policy of the pages', () => {
    expect(problems).toEqual([]);
  });
});
