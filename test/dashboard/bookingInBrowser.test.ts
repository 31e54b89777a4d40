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
const account = await service.account({ role: 'CONTRACTOR' });
let browser: TestBrowser;
let page: Page;
const refused: string[] = [];

beforeAll(async () => {
  if (noChromium) return;
  browser = await openBrowser({ reducedMotion: 'reduce' });
  page = browser.page;
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  await enterAsOwner(page, service, account);
  await indexAll(service);
});
afterAll(() => browser?.close());

const shownPrice = () => page.textContent('#quote .total dd', { timeout: 10_000 });
const countTrips = async () => (await account.api.list()).body.pagination.total as number;
const option = (name: string) => page.getByRole('option', { name, exact: true });

/** Types the two addresses and takes the first suggestion of each, with the keyboard. */
async function chooseRoute(): Promise<void> {
  await page.fill('#pickup', '');
  await page.focus('#pickup');
  await page.keyboard.type('gare de ly');
  await option('Gare de Lyon, Paris').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.focus('#dropoff');
  await page.keyboard.type('cdg');
  await option('Aéroport Paris-Charles-de-Gaulle').click();
}

/** Lets requests wait until the function that it returns is called. */
async function holdAnswers(url: string): Promise<() => void> {
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue().catch(() => {}); // the page may have given it up
  });
  return answer;
}

const bookedTrip = async () => account.api.tripNow(new URL(page.url()).pathname.split('/').at(-1) ?? '');

describe.skipIf(noChromium)(`booking in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('goes from the list to a booked trip: suggestions, live quote, an existing rider, and a double click books once', async () => {
    const before = await countTrips();
    await page.goto(`${service.url}/app/trips`);
    await page.click('text="New trip"');
    await chooseRoute();
    expect(await page.inputValue('#pickup')).toBe('Gare de Lyon, Paris');
    expect(await page.inputValue('#dropoff')).toBe('Aéroport Paris-Charles-de-Gaulle');
    const body = {
      ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport Paris-Charles-de-Gaulle' },
      ...{ serviceTierId: account.serviceTiers[0]?.serviceTierId, scheduledAt: '2027-03-14T10:30:00+01:00' },
    };
    const { vat } = (await account.api.send('POST', '/v1/quotes', { body })).body.data;
    await page.fill('#at', '2027-03-14T10:30');
    await expect.poll(shownPrice).toBe(`€${vat.totalTTC.toFixed(2)}`);
    expect(await page.textContent('#pickup-found')).toContain('Understood as: Gare de Lyon, Paris');
    await page.fill('#riderSearch', 'blériot');
    await page.getByRole('radio', { name: /Louis Blériot/ }).check();
    expect(await page.isVisible('#firstName')).toBe(false);
    await page.fill('#note', 'Two bags');
    await page.dblclick('text="Book this trip"');
    // The second click breaks off the page that the first one asked for, so waitForURL() may fail.
    await expect.poll(() => page.url()).toMatch(/\/app\/trips\/[0-9a-f]{24}$/);
    expect(await page.textContent('.notice')).toMatch(/^The trip is booked\. Its reference is \w{5}-\w{5}\.$/);
    expect(await countTrips()).toBe(before + 1);
    const trip = await bookedTrip();
    expect(trip).toMatchObject({ price: vat.totalTTC, clientId: account.riders[1]?.clientId, note: 'Two bags' });
    expect(await page.innerText('.timeline')).toContain('In the dashboard');
  });

  it('books for a new rider at a typed price, but not when Enter is pressed in a field', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await chooseRoute();
    await page.fill('#at', '2027-03-15T10:30');
    await page.fill('#firstName', 'Grace');
    await page.fill('#lastName', 'Hopper');
    await page.fill('#phone', '+33611223344');
    await page.fill('#price', '75');
    const before = await countTrips();
    await page.press('#phone', 'Enter');
    await page.waitForSelector('#quote .total');
    expect([await countTrips(), await page.inputValue('#price')]).toEqual([before, '75']);
    await page.click('text="Book this trip"');
    await page.waitForURL(/\/app\/trips\/[0-9a-f]{24}$/);
    expect(await bookedTrip()).toMatchObject({ price: 75, pricingSchemeId: null });
    expect(await page.innerText('main')).toContain('Grace Hopper');
  });

  /** Makes a mark in the page that is gone once another one is loaded. */
  const markPage = () => page.evaluate(() => document.body.setAttribute('data-marked', ''));
  const isMarked = () => page.evaluate(() => document.body.hasAttribute('data-marked'));

  it('lets a keyboard go on at the riders that were found, without loading the page', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await markPage();
    await page.focus('#riderSearch');
    await page.keyboard.type('blériot');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('rider');
    await page.keyboard.press('Space');
    expect(await page.getByRole('radio', { name: /Louis Blériot/ }).isChecked()).toBe(true);
    await page.fill('#riderSearch', 'nobody at all');
    await page.click('text="Find"');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('riderSearch');
    expect([await isMarked(), await page.locator('form.booking[data-unsaved]').count()]).toEqual([true, 1]);
    expect(await page.inputValue('[name=shownSearch]')).toBe('nobody at all'); // so that Enter elsewhere is no new search
  });

  it('lets a keyboard go on where the form needs something after Enter, without loading the page', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
    const pressEnter = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await page.goto(`${service.url}/app/trips/new`);
    await markPage();
    await page.focus('#pickup');
    await pressEnter('3 rue Foo, marseile');
    await expect.poll(focused).toBe('3 rue Foo, Marseille (13)');
    await pressEnter('');
    await expect.poll(focused).toBe('dropoff');
    expect(await page.inputValue('#pickup')).toBe('3 rue Foo, Marseille (13)');
    await pressEnter('Aix-en-Provence');
    await expect.poll(focused).toBe('at');
    await page.fill('#at', '2027-06-01T10:00');
    await page.click('text="New rider"');
    await page.fill('#lastName', 'Hopper');
    await pressEnter('');
    await expect.poll(focused).toBe('Calculate');
    expect(await page.inputValue('#lastName')).toBe('Hopper');
    expect(await isMarked()).toBe(true);
  });

  it('moves on to the addresses that may have been meant, also while suggestions are shown', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.focus('#pickup');
    await page.keyboard.type('3 rue Foo, marseile');
    await option('3 rue Foo, Marseille (13)').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('use-pickup');
  });

  it('keeps what is typed elsewhere while a button waits for its answer', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.fill('#pickup', 'Lyon');
    const answer = await holdAnswers('**/trips/new');
    const asked = page.waitForRequest('**/trips/new');
    await page.press('#pickup', 'Enter');
    await asked;
    await page.fill('#note', 'Gate B');
    const answered = page.waitForResponse('**/trips/new');
    answer();
    await answered;
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForSelector('#pickup-found >> text=/Understood as: Lyon/');
    expect(await page.inputValue('#note')).toBe('Gate B');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('note');
  });

  it('loads a page if the button of an offered address gets no answer', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.fill('#pickup', '3 rue Foo, marseile');
    await page.waitForSelector('#pickup-found button', { state: 'attached' });
    await page.press('#pickup', 'Escape');
    await page.route('**/trips/new', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    );
    await Promise.all([page.waitForEvent('load'), page.click('#pickup-found button')]);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await page.inputValue('#pickup')).toBe('3 rue Foo, Marseille (13)');
  });

  it('shows a page without the errors of the one before once they are corrected', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await chooseRoute();
    await page.fill('#at', '2027-06-01T10:00');
    await page.click('text="New rider"');
    await page.fill('#price', 'x');
    await page.fill('#firstName', 'Grace');
    await page.fill('#lastName', 'Hopper');
    await page.fill('#phone', '06 12 34 56 78');
    await page.click('text="Book this trip"');
    await page.waitForSelector('#price[aria-invalid]');
    await page.fill('#price', '75');
    await page.click('#calculate');
    await page.waitForSelector('#price:not([aria-invalid])');
    expect(await page.inputValue('#price')).toBe('75');
  });

  it('does not move the focus while one types', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.fill('#pickup', '3 rue Foo, marseile');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.waitForSelector('#pickup-found button');
    // Browsers move the focus with the next frame.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  });

  it('opens the return trip of a trip, which lacks a time', async () => {
    const trip = await account.api.createdTrip({ serviceTierId: account.serviceTiers[0]?.serviceTierId });
    await page.goto(`${service.url}/app/trips/${trip._id}`);
    await page.click('text="Return trip"');
    expect(await page.inputValue('#pickup')).toBe(trip.destinationAddress.address);
    expect(await page.inputValue('#at')).toBe('');
    await page.click('text="Book this trip"');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('at');
    await page.fill('#at', '2027-03-14T19:00');
    await expect.poll(() => page.innerText('#quote')).not.toContain('for a departure now'); // the button moves up then
    await page.click('text="Book this trip"');
    await page.waitForSelector('text=/The trip is booked/');
    expect((await bookedTrip()).pickupAddress).toEqual(trip.destinationAddress);
  });

  it('shows no price that is out of date: without a connection, and after the session has ended', async () => {
    const shown = async () => [await page.innerText('#quote'), await page.innerText('#pickup-found')];
    const outOfDate = [expect.stringContaining('The price could not be updated'), ''];
    await page.goto(`${service.url}/app/trips/new`);
    await chooseRoute();
    await page.waitForSelector('#quote .total');
    await browser.context.setOffline(true);
    await page.fill('#pickup', 'Lille');
    await expect.poll(shown).toEqual(outOfDate);
    await browser.context.setOffline(false);
    await page.fill('#pickup', 'Lyon');
    await page.waitForSelector('#pickup-found >> text=/Understood as: Lyon/');
    const cookies = await browser.context.cookies();
    await browser.context.clearCookies();
    await page.fill('#pickup', 'Lille');
    await expect.poll(shown).toEqual(outOfDate);
    await browser.context.addCookies(cookies);
    refused.length = 0; // the browser reports the lost connection
  });

  it('offers what may be meant, and closes suggestions with Escape', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.focus('#pickup');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.keyboard.type('versa');
    await option('Versailles (78000)').waitFor();
    expect(await page.getAttribute('#pickup', 'aria-expanded')).toBe('true');
    await answered;
    await page.waitForSelector('#quote:not([aria-busy=true])'); // which is pale meanwhile
    await expectNoSeriousFaults(page);
    await page.keyboard.press('Escape');
    expect(await page.locator('.suggestions li').count()).toBe(0);
    await page.fill('#pickup', '3 rue Foo, marseile');
    await option('3 rue Foo, Marseille (13)').waitFor();
    await page.focus('#dropoff');
    await page.click('#pickup-found button:has-text("Marseille")'); // not one that answers what was typed before
    await page.waitForSelector('#pickup-found >> text=/Understood as: Marseille/');
    expect(await page.inputValue('#pickup')).toBe('3 rue Foo, Marseille (13)');
  });

  it('goes on at the next field after a suggestion was chosen, and says nothing was found only once nothing is suggested', async () => {
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await page.goto(`${service.url}/app/trips/new`);
    await page.focus('#pickup');
    await page.keyboard.type('gare de lyo');
    await option('Gare de Lyon, Paris').waitFor();
    await page.waitForSelector('#pickup-found button', { state: 'attached' });
    expect(await page.innerText('#pickup-found')).toBe('');
    await page.keyboard.press('Escape');
    expect(await page.innerText('#pickup-found')).toContain('This address was not found.');
    await page.keyboard.type('n');
    await option('Gare de Lyon, Paris').waitFor();
    await page.keyboard.press('Backspace');
    await page.waitForSelector('#pickup-found button', { state: 'attached' });
    await option('Gare de Lyon, Paris').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('dropoff');
    await page.waitForSelector('#pickup-found >> text=/Understood as: Gare de Lyon/');
    expect(await focused()).toBe('dropoff');
  });

  it('keeps the suggestion that one is choosing when newer ones arrive', async () => {
    await page.goto(`${service.url}/app/trips/new`);
    await page.focus('#pickup');
    await page.keyboard.type('gare de lyo');
    await option('Gare de Lyon, Paris').waitFor();
    const answer = await holdAnswers('**/places?*');
    const asked = page.waitForRequest('**/places?*');
    await page.keyboard.type('n');
    await asked;
    await page.keyboard.press('ArrowDown');
    answer();
    await page.unrouteAll({ behavior: 'wait' });
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('Enter');
    expect(await page.inputValue('#pickup')).toBe('Gare de Lyon, Paris');
    expect(new URL(page.url()).pathname).toBe('/app/trips/new');
  });

  it('works without JavaScript', async () => {
    const without = await openBrowser({ javaScriptEnabled: false });
    await without.context.addCookies(await browser.context.cookies());
    const still = without.page;
    await still.goto(`${service.url}/app/trips/new`);
    await still.fill('#pickup', 'Gare de Lyon, Paris');
    await still.fill('#dropoff', 'Orly');
    await still.fill('#at', '2027-03-16T08:00');
    await still.fill('#riderSearch', 'ada');
    await still.click('text="Find"');
    await still.getByRole('radio', { name: /Ada Lovelace.*\+33600000001/ }).check();
    await still.click('text="Book this trip"');
    await still.waitForSelector('text=/The trip is booked/');
    expect(await still.innerText('main')).toContain('Ada Lovelace');
    await without.close();
  });

  it.each([
    ['phone, light, French', PHONE, 'light', 'fr'],
    ['desk, dark, English', DESK, 'dark', 'en'],
  ] as const)('can be read and used: %s', async (_, viewport, colorScheme, language) => {
    await browser.context.addCookies([{ name: 'language', value: language, url: service.url }]);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${service.url}/app/trips/new`);
    await expectNoSeriousFaults(page);
    await expectToFit(page);
    await page.fill('#pickup', '3 rue Foo, marseile');
    await page.fill('#dropoff', 'Aéroport CDG');
    await page.fill('#riderSearch', 'ada');
    await page.waitForSelector('#pickup-found button');
    await page.evaluate(() => {
      for (const field of document.querySelectorAll('[required]')) field.removeAttribute('required');
    });
    await page.click('[name=do]');
    await page.waitForSelector('#at-error');
    await expectNoSeriousFaults(page);
    await expectToFit(page);
    expect(refused.filter((text) => !text.includes('422'))).toEqual([]);
  });
});
