import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  openSection,
  PHONE,
} from '../support/chromium.ts';
import { call } from '../support/client.ts';
import { lastLetIn } from '../support/refusal.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

const statusWith = async (key: string, requestId: string) =>
  (await call(service.url, 'GET', '/v1/trips', { key, headers: { 'x-request-id': requestId } })).status;

const shownKey = async (page: Page) => (await page.textContent('#api-key'))?.trim() ?? '';

const linesOf = (text: Locator) =>
  text.evaluate((element) =>
    Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
  );

async function enter(page: Page): Promise<void> {
  await enterAsOwner(page, service, await service.account());
  await openSection(page, '/app/developers');
}

/** Opens what a link leads to: a dialog where there is JavaScript, else a page. */
async function openForm(page: Page, link: string, hasScript: boolean): Promise<string> {
  await page.click(`main a:has-text("${link}")`);
  const form = hasScript ? 'dialog[open]' : '#dialog';
  await page.waitForSelector(form);
  return form;
}

describe(`an owner at work${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium).each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('goes from an invitation to a key, its requests, its successor and its end, %s', async (_, hasScript) => {
    const { page, close } = await openBrowser({ viewport: PHONE, javaScriptEnabled: hasScript });
    const check = async () => {
      if (hasScript) await expectNoSeriousFaults(page);
      if (hasScript) await expectToFit(page);
    };
    await enter(page);
    expect(await linesOf(page.locator('.key-name code').first())).toBe(1);
    const issue = await openForm(page, 'New key', hasScript);
    await page.fill(`${issue} [name=name]`, 'Garage');
    await page.selectOption(`${issue} [name=days]`, '90');
    await check();
    await page.click(`${issue} button[type=submit]`);
    await page.waitForSelector('#api-key');
    await check();
    const first = await shownKey(page);
    expect(await statusWith(first, 'with-the-first')).toBe(200);

    await service.usage.write();
    await page.goto(`${service.url}/app/developers/requests?id=with-the-first`);
    expect(await page.textContent('#requests')).toContain('with-the-first');
    await check();
    await page.click('#requests tbody a');
    await page.waitForSelector(hasScript ? 'dialog[open]' : '#dialog');
    await check();

    await page.goto(`${service.url}/app/developers`);
    await check();
    await page.focus('.chart-bars li[tabindex]');
    expect(
      await page.locator('.chart-bars li:focus .chart-values').evaluate((shown) => getComputedStyle(shown).opacity),
    ).toBe('1');
    const rename = await openForm(page, 'Rename Garage', hasScript);
    await page.fill(`${rename} [name=name]`, 'Garage Nord');
    await page.click(`${rename} button[type=submit]`);
    await page.waitForSelector('.notice.good');
    const rotate = await openForm(page, 'Rotate Garage Nord', hasScript);
    await page.selectOption(`${rotate} [name=overlap]`, '0');
    await page.click(`${rotate} button[type=submit]`);
    await page.waitForSelector('#api-key');
    const second = await shownKey(page);
    expect(await statusWith(second, 'with-the-second')).toBe(200);
    expect(await lastLetIn(async () => [await statusWith(first, 'too-late')])).toBeLessThan(1_000);

    await page.click('main a:has-text("Done")');
    const revoke = await openForm(page, 'Revoke Garage Nord', hasScript);
    await check();
    await page.click(`${revoke} button[type=submit]`);
    await page.waitForSelector('.notice.good');
    expect(await page.textContent('.notice.good')).toBe('Key revoked.');
    expect(await lastLetIn(async () => [await statusWith(second, 'too-late')])).toBeLessThan(1_000);
    await close();
  });

  it.skipIf(noChromium)('narrows the log while typing', async () => {
    const { page, close } = await openBrowser();
    const account = await service.account();
    for (const id of ['one-request', 'another-request'])
      await account.api.send('GET', '/v1/trips', { headers: { 'x-request-id': id } });
    await service.usage.write();
    await enterAsOwner(page, service, account);
    await page.goto(`${service.url}/app/developers/requests`);
    expect(await page.locator('#requests tbody tr').count()).toBe(2);
    await page.fill('#id', 'one-request');
    await page.waitForURL('**/requests?*id=one-request*');
    await expect.poll(() => page.locator('#requests tbody tr').count()).toBe(1);
    await close();
  });

  it.skipIf(noChromium)('sees all of a key at a desk, however much there is to say', async () => {
    const { page, close } = await openBrowser({ viewport: { width: 1280, height: 800 }, locale: 'fr-FR' });
    const account = await service.account();
    await service.database.query({
      text: `UPDATE api_keys SET name = 'Serveur principal de production', last_used_at = $2, expires_at = '2027-12-28'
              WHERE account_id = $1`,
      values: [account.accountId, service.clock.now()],
    });
    await enterAsOwner(page, service, account);
    await page.goto(`${service.url}/app/developers`);
    const widths = await page
      .locator('.table-frame')
      .first()
      .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
    expect(widths.scrollWidth).toBe(widths.clientWidth);
    await close();
  });

  it.skipIf(noChromium)('cannot be made to send a form by another site', async () => {
    const { page, close } = await openBrowser();
    await enter(page);
    const keysBefore = await page.locator('main tbody tr').count();
    const forged = `<form method="post" action="${service.url}/app/developers/keys"><input name="name" value="Forged"></form>`;
    await page.goto(`data:text/html,${encodeURIComponent(forged)}`);
    const [answer] = await Promise.all([
      page.waitForResponse('**/app/developers/keys'),
      page.evaluate('document.forms[0].submit()'),
    ]);
    // The browser keeps the session to itself, so the form comes from a stranger; with a session it would be refused (forms.test.ts).
    expect([answer.status(), answer.headers().location]).toEqual([303, '/app/sign-in']);
    await page.waitForURL('**/app/rides'); // where somebody who is signed in is led from there
    await page.goto(`${service.url}/app/developers`);
    expect(await page.locator('main tbody tr').count()).toBe(keysBefore);
    await close();
  });
});
