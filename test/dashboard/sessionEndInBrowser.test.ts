import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '../../src/dashboard/visit.ts';
import { ownerOf, PASSWORD } from '../support/browserClient.ts';
import { enterAsOwner, noChromium, openBrowser, type TestBrowser } from '../support/chromium.ts';
import { agree, assign } from '../support/drivers.ts';
import { indexAll } from '../support/search.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account({ role: 'CONTRACTOR' });
let browser: TestBrowser;

beforeAll(async () => {
  if (!noChromium) browser = await openBrowser();
});
afterAll(() => browser?.close());

const ENDED = 'Your session has ended, so nothing was saved.';
const RESTORED = 'Your input has been restored';

/** Other cookies stay, as they do in a browser: without the visitor's, forms that are open are refused. */
const endSession = () => browser.context.clearCookies({ name: SESSION_COOKIE });

async function signInAs({ invitation }: TestAccount, page = browser.page): Promise<void> {
  await page.waitForURL('**/app/sign-in');
  await page.fill('#email', invitation?.email ?? '');
  await page.fill('#password', PASSWORD);
  await page.click('main button[type=submit]');
}

/** A new rider, submitted after the session ended. */
async function submitTooLate(): Promise<void> {
  const { page } = browser;
  await page.goto(`${service.url}/app/riders/new`);
  await page.fill('#firstName', 'Éloïse');
  await page.fill('#lastName', 'Marchand');
  await page.fill('#phone', '+33612345672');
  await page.selectOption('#type', 'BUSINESS');
  await endSession();
  await page.click('text="Save"');
}

async function signInAgainInAnotherTab(): Promise<void> {
  await endSession();
  const other = await browser.context.newPage();
  await other.goto(`${service.url}/app/sign-in`);
  await signInAs(account, other);
  await other.waitForURL('**/app/day');
  await other.close();
}

describe.skipIf(noChromium)(`a form after the session ended${noChromium ? ` (${noChromium})` : ''}`, () => {
  it('is filled in again after the sign-in, once, and can be saved then', async () => {
    const { page } = browser;
    await enterAsOwner(page, service, account);
    await submitTooLate();
    await page.waitForURL('**/app/sign-in');
    expect(await page.textContent('.notice')).toBe(`${ENDED} Your input is kept: sign in to get it back.`);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('email');
    await signInAs(account);
    await page.waitForURL('**/app/riders/new');
    expect(await page.textContent('main')).toContain(RESTORED);
    for (const [field, value] of Object.entries({ firstName: 'Éloïse', phone: '+33612345672', type: 'BUSINESS' }))
      expect(await page.inputValue(`#${field}`)).toBe(value);
    await page.click('text="Save"');
    await page.waitForURL('**/app/riders');
    expect(await page.textContent('tbody')).toContain('Éloïse');
    await page.goto(`${service.url}/app/riders/new`);
    expect([await page.inputValue('#firstName'), await page.textContent('main')]).toEqual([
      '',
      expect.not.stringContaining(RESTORED),
    ]);
  });

  it('has the rider chosen again who was searched for', async () => {
    const { page } = browser;
    await indexAll(service);
    const rider = page.getByRole('radio', { name: /Louis Blériot/ });
    await page.goto(`${service.url}/app/trips/new`);
    const typed = { pickup: 'Gare de Lyon, Paris', dropoff: 'Orly 4', at: '2027-03-14T10:30', riderSearch: 'blériot' };
    for (const [field, text] of Object.entries(typed)) await page.fill(`#${field}`, text);
    await rider.check();
    await endSession();
    await page.click('text="Book this trip"');
    await signInAs(account);
    await page.waitForURL('**/app/trips/new');
    expect(await page.inputValue('#at')).toBe(typed.at);
    // Above both columns of the form.
    const widthOf = (selector: string) => page.locator(selector).evaluate(({ clientWidth }) => clientWidth);
    expect(await widthOf('form.beside > .notice')).toBe(await widthOf('form.beside'));
    await expect.poll(() => rider.isChecked()).toBe(true);
    expect(await page.isVisible('#firstName')).toBe(false);
  });

  it('that only searches leads to the sign-in, too', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/trips/new`);
    await page.fill('#pickup', 'Gare de Lyon, Paris');
    await endSession();
    await page.fill('#riderSearch', 'ada');
    await page.click('text="Find"');
    await signInAs(account);
    await page.waitForURL('**/app/trips/new');
    expect(await page.inputValue('#pickup')).toBe('Gare de Lyon, Paris');
  });

  it('is filled in again on the page of its own if it was in a dialog', async () => {
    const { page } = browser;
    const { _id } = await account.api.createdTrip();
    await page.goto(`${service.url}/app/trips/${_id}`);
    await page.click('text="Cancel trip"');
    await page.getByRole('dialog').getByLabel('Reason').fill('Flight cancelled');
    await endSession();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel trip' }).click();
    await signInAs(account);
    await page.waitForURL(`**/app/trips/${_id}/cancel`);
    expect(await page.inputValue('#reason')).toBe('Flight cancelled');
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('is seen with its own folded sections', async () => {
    const { page } = browser;
    const path = `/app/pricing/${account.pricingSchemes[0]?.pricingSchemeId}`;
    const save = () => page.click('button[value=save]');
    const ofHire = '#window-0-availability-minimum';
    await page.goto(service.url + path);
    await page.click('text="Add a time window"');
    await page.fill('#window-0-name', 'Night');
    await page.fill('#window-0-trip-minimum', '30');
    await save();
    await page.waitForURL('**/app/pricing');
    await page.goto(service.url + path);
    await page.click('text="Hourly hire rates"');
    await page.fill(ofHire, '90');
    await endSession();
    await save();
    await signInAs(account);
    await page.waitForURL(`**${path}`);
    expect([await page.isVisible(ofHire), await page.inputValue(ofHire)]).toEqual([true, '90']);
  });

  it('says if the page has no fields for some of its input', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/pricing/new`);
    await page.fill('#name', 'Airport');
    await page.click('text="Add a time window"');
    await page.fill('#window-0-name', 'Night');
    await endSession();
    await page.click('button[value=save]');
    await signInAs(account);
    await page.waitForURL('**/app/pricing/new');
    expect(await page.inputValue('#name')).toBe('Airport');
    expect(await page.textContent('form[action="/app/pricing/new"] .notice')).toContain('Part of your input');
  });

  it('is seen in the section that was folded', async () => {
    const { page } = browser;
    const driver = await service.account();
    await agree(service, account, driver);
    const { _id } = await account.api.createdTrip();
    await assign(service, account, _id, driver);
    const path = `/app/rides/${_id}`;
    await endSession();
    await enterAsOwner(page, service, driver);
    await page.setViewportSize({ width: 390, height: 400 });
    await page.goto(service.url + path);
    await page.click('text="I cannot take this ride"');
    await page.fill('#reason', 'Car in repair');
    await endSession();
    await page.click('text="Decline the ride"');
    await signInAs(driver);
    await page.waitForURL(`**${path}`);
    expect([await page.isVisible('#reason'), await page.inputValue('#reason')]).toEqual([true, 'Car in repair']);
    const { top = -1 } = await page.getByText(RESTORED).evaluate((notice) => notice.getBoundingClientRect());
    expect(top).toBeGreaterThan(52); // below the bar
    expect(top).toBeLessThan(400);
    await page.setViewportSize({ width: 1280, height: 720 });
    expect(await page.isVisible(`.notice:has-text("${RESTORED}")`)).toBe(true);
  });

  it('is filled in again if its member signed in again in another tab', async () => {
    const { page } = browser;
    await signInAgainInAnotherTab();
    await page.goto(`${service.url}/app/riders/new`);
    await page.fill('#firstName', 'Margaret');
    await page.fill('#lastName', 'Hamilton');
    await page.fill('#phone', '+33612345673');
    await signInAgainInAnotherTab();
    await page.click('text="Save"');
    await page.waitForURL('**/app/riders/new');
    expect(await page.textContent('main')).toContain(RESTORED);
    expect([await page.inputValue('#firstName'), await page.inputValue('#phone')]).toEqual([
      'Margaret',
      '+33612345673',
    ]);
    await page.click('text="Save"');
    await page.waitForURL('**/app/riders');
    expect(await page.textContent('tbody')).toContain('Hamilton');
  });

  it('is filled in again in each of two tabs, though the first one to sign in signs in both', async () => {
    const tabs = [browser.page, await browser.context.newPage()];
    await signInAgainInAnotherTab();
    for (const [index, tab] of tabs.entries()) {
      await tab.goto(`${service.url}/app/riders/new`);
      await tab.fill('#firstName', `Rider ${index}`);
      await tab.fill('#lastName', 'Dupont');
    }
    await endSession();
    for (const tab of tabs) {
      await tab.click('text="Save"');
      await tab.waitForURL('**/app/sign-in');
    }
    for (const [index, tab] of tabs.entries()) {
      await signInAs(account, tab);
      await tab.waitForURL('**/app/riders/new');
      expect(await tab.textContent('main')).toContain(RESTORED);
      expect(await tab.inputValue('#firstName')).toBe(`Rider ${index}`);
    }
    await tabs[1]?.close();
  });

  it('without input shows its page and says that nothing was saved, if its member signed in again in another tab', async () => {
    const { page } = browser;
    const { _id } = await account.api.createdTrip();
    const path = `/app/trips/${_id}`;
    await page.goto(service.url + path);
    await signInAgainInAnotherTab();
    await page.click('text="Driver is on the way"');
    await page.waitForURL(`**${path}`);
    await page.getByText('Your session had ended, so nothing was saved.', { exact: true }).waitFor();
    expect(await page.textContent('main')).not.toContain(RESTORED);
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
  });

  it('is not said to be kept or restored if nothing can be typed into it', async () => {
    const { page } = browser;
    const { _id } = await account.api.createdTrip();
    const path = `/app/trips/${_id}`;
    await endSession();
    await page.goto(`${service.url}/app/sign-in`);
    await signInAs(account);
    await page.waitForURL('**/app/day');
    await page.goto(service.url + path);
    await endSession();
    await page.click('text="Driver is on the way"');
    await page.waitForURL('**/app/sign-in');
    expect(await page.textContent('.notice')).toBe(ENDED);
    await signInAs(account);
    await page.waitForURL(`**${path}`);
    expect(await page.textContent('main')).not.toContain(RESTORED);
    expect((await account.api.tripNow(_id)).status).toBe('CONFIRMED');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/app/sign-in?signed-out');
    expect(await page.locator('.notice').allTextContents()).toEqual(['You have been signed out.']);
  });

  it('does not undo what others changed meanwhile: only what was typed is there to be saved', async () => {
    const { page } = browser;
    const shared = await service.account({ role: 'CONTRACTOR' });
    const other = await ownerOf(service, shared);
    const { _id } = await shared.api.createdTrip({ note: 'Before', price: 50 });
    const path = `/app/trips/${_id}/edit`;
    await endSession();
    await page.goto(`${service.url}/app/sign-in`);
    await signInAs(shared);
    await page.waitForURL('**/app/day');
    await page.goto(service.url + path);
    await page.fill('#note', 'Gate B');
    await other.change(path, { price: '80' });
    await endSession();
    await page.click('text="Save"');
    await signInAs(shared);
    await page.waitForURL(`**${path}`);
    await page.click('text="Save"');
    await page.waitForSelector('.notice:has-text("If you save now")');
    await page.click('text="Save"');
    await page.waitForURL(`**/app/trips/${_id}`);
    const { note, price } = await shared.api.tripNow(_id);
    expect([note, price]).toEqual(['Gate B', 80]);
  });

  it('is not thought to have been one when the password was asked for again', async () => {
    const { page } = browser;
    await page.goto(`${service.url}/app/developers/keys/new`);
    await page.fill('#name', 'Billing');
    await page.fill('#networks', 'nowhere');
    service.clock.advance(601);
    await page.click('main form button[type=submit]');
    await page.fill('#confirmed-password', PASSWORD);
    await page.click('main button[type=submit]');
    await page.waitForSelector('#networks-error');
    expect(await page.inputValue('#networks')).toBe('nowhere');
    expect(await page.textContent('main')).not.toContain('session had ended');
  });

  it('keeps nothing for another member who signs in, and no password', async () => {
    const { page } = browser;
    const other = await service.account();
    await endSession();
    await enterAsOwner(page, service, other);
    await endSession();
    await page.goto(`${service.url}/app/sign-in`);
    expect(await page.locator('.notice').count()).toBe(0);
    await signInAs(account);
    await page.waitForURL('**/app/day');
    await submitTooLate();
    await signInAs(other);
    await page.waitForURL('**/app/riders/new');
    expect(await page.inputValue('#firstName')).toBe('');
    await page.goto(`${service.url}/app/account`);
    await page.fill('#current', PASSWORD);
    await page.fill('#next', `${PASSWORD} 2`);
    await endSession();
    await page.press('#next', 'Enter');
    await page.waitForURL('**/app/sign-in');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD);
  });
});
