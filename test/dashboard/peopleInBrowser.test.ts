import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/browserClient.ts';
import {
  DESK,
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  PHONE,
} from '../support/chromium.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const mailing = await serviceForFile({ env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'trips@example.com' } });

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: service.clock.now().getTime() });

/** Many pages: each screen, dress and language once is enough. */
const TWO_LOOKS = [
  ['phone, light, French', { viewport: PHONE, colorScheme: 'light', locale: 'fr-FR' }],
  ['desk, dark, English', { viewport: DESK, colorScheme: 'dark', locale: 'en-GB' }],
] as const;

/** Without JavaScript, every step is a page; axe runs through the debugger all the same. */
describe(`an owner sets up a team${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium).each(TWO_LOOKS)(
    'with roles and two-step verification: %s',
    { timeout: 180_000 },
    async (_, look) => {
      const account = await service.account({ role: 'CONTRACTOR' });
      const { page, close } = await openBrowser(look);
      const refused: string[] = [];
      page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
      await enterAsOwner(page, service, account);

      const link = await invite(page, `${account.accountId}@team.example`);
      const second = await openBrowser({ ...look, javaScriptEnabled: false });
      await second.page.goto(link);
      await second.page.fill('#password', PASSWORD);
      await second.page.click('main button[type=submit]');
      await second.page.goto(`${service.url}/app/developers/keys/new`);
      expect(await second.page.textContent('h1')).toMatch(/You are not allowed to do this|pas le droit/);
      await second.page.goto(`${service.url}/app/riders`);
      await second.close();

      await page.goto(`${service.url}/app/account/members`);
      await check(page);
      await page.click('td a.button >> nth=1');
      await check(page);
      await page.selectOption('#role', 'VIEWER');
      await page.click('form[action$="/role"] button');
      await check(page);

      await page.goto(`${service.url}/app/account/totp`);
      await check(page);
      const secret = (await page.getAttribute('input[name=secret]', 'value')) ?? '';
      await page.fill('#code', codeOf(secret));
      await page.click('main button[type=submit]');
      await check(page);
      expect((await page.textContent('#recovery-codes'))?.split('\n')).toHaveLength(10);
      expect(await linesOnSmallPhone(page, '#recovery-codes')).toBe(10);
      await page.goto(`${service.url}/app/account/totp`);
      await check(page);
      service.clock.advance(660);

      await page.goto(`${service.url}/app/developers/keys/new`);
      await page.fill('#name', 'Billing');
      await page.click('main button[type=submit]');
      await check(page);
      await page.fill('#confirmed-password', PASSWORD);
      await page.fill('#confirmed-code', codeOf(secret));
      await page.click('main button[type=submit]');
      expect(await page.textContent('#api-key')).toMatch(/^trip_live_/);

      await page.goto(`${service.url}/app/account`);
      await check(page);
      await page.click('form[action="/app/sign-out-everywhere"] button');
      await page.fill('#email', account.invitation?.email ?? '');
      await page.fill('#password', PASSWORD);
      await page.click('main button[type=submit]');
      await check(page);
      service.clock.advance(30);
      await page.fill('#code', codeOf(secret));
      await page.click('main button[type=submit]');
      await page.waitForURL('**/app/day');
      expect(refused.filter((text) => !/status of 403/.test(text))).toEqual([]);
      await close();
    },
  );

  it.skipIf(noChromium).each(TWO_LOOKS)('and who forgot a password asks for a link: %s', async (_, look) => {
    const { page, close } = await openBrowser(look);
    await page.goto(`${mailing.url}/app/sign-in`);
    await check(page);
    await page.click('a[href="/app/forgotten-password"]');
    await check(page);
    const email = `nobody-at-${look.viewport.width}@example.com`;
    await page.fill('#email', email);
    await page.click('main button[type=submit]');
    await check(page);
    expect(await page.textContent('main')).toContain(email);
    await close();
  });
});

/** Of a text, with large text. */
async function linesOnSmallPhone(page: Page, selector: string): Promise<number> {
  const enlarge = (fontSize: string) =>
    page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize);
  const viewport = page.viewportSize() ?? DESK;
  await page.setViewportSize({ width: 320, height: 640 });
  await enlarge('150%');
  const lines = await page.$eval(selector, (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return new Set([...range.getClientRects()].map(({ top }) => top)).size;
  });
  await enlarge('');
  await page.setViewportSize(viewport);
  return lines;
}

async function invite(page: Page, email: string): Promise<string> {
  await page.goto(`${service.url}/app/account/members`);
  await check(page);
  await page.click('a[href="/app/account/members/invite"]');
  await check(page);
  await page.fill('#email', email);
  await page.fill('#name', 'Camille Martin-Delacroix');
  await page.selectOption('#role', 'DISPATCHER');
  await page.click('main button[type=submit]');
  await check(page);
  const { pathname } = new URL((await page.textContent('#invitation')) ?? '');
  return service.url + pathname;
}

async function check(page: Page): Promise<void> {
  await expectNoSeriousFaults(page);
  await expectToFit(page);
}
