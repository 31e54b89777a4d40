import { describe, expect, it } from 'vitest';
import { invitationPath, PASSWORD } from '../support/browserClient.ts';
import { expectNoSeriousFaults, expectToFit, LOOKS, noChromium, openBrowser } from '../support/chromium.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

describe(`the dashboard in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium).each(LOOKS)('can be entered, read and used: %s', async (_, look) => {
    const account = await service.account();
    const { page, close } = await openBrowser(look);
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    const check = async () => {
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    };
    await page.goto(`${service.url}/app/sign-in`);
    await check();
    await page.goto(service.url + invitationPath(account));
    await check();
    await page.fill('#password', PASSWORD);
    await page.click('main button[type=submit]');
    await page.goto(`${service.url}/app/account`);
    await check();
    expect(await page.textContent('main')).toContain(account.accountId);
    expect(refused).toEqual([]);
    await close();
  });
});
