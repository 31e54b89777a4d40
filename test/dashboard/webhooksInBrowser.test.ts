import { describe, expect, it } from 'vitest';
import {
  DESK,
  enterAsOwner,
  expectNoSeriousFaults,
  expectToFit,
  noChromium,
  openBrowser,
  openSection,
  PHONE,
} from '../support/chromium.ts';
import { serviceForFile } from '../support/service.ts';
import { addEndpointFor, delivererOf, startReceiver } from '../support/webhooks.ts';

const service = await serviceForFile({ env: { WEBHOOK_TARGETS: 'any' } });
const deliverer = delivererOf(service);
const LIST = '/app/developers/webhooks';

describe(`webhooks in a browser${noChromium ? ` (${noChromium})` : ''}`, () => {
  it.skipIf(noChromium).each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('are added, tested, delivered again, rotated, disabled and deleted, %s', async (_, hasScript) => {
    const account = await service.account();
    const receiver = await startReceiver();
    const { page, close } = await openBrowser({ viewport: PHONE, javaScriptEnabled: hasScript });
    const openForm = async (link: string) => {
      await page.click(`main a:has-text("${link}")`);
      const form = hasScript ? 'dialog[open]' : '#dialog';
      await page.waitForSelector(form);
      return form;
    };
    const press = async (button: string) => {
      await page.click(`main button:has-text("${button}")`);
      return page.textContent('main .notice');
    };
    await enterAsOwner(page, service, account);
    await openSection(page, '/app/developers');
    await page.click('main a:has-text("Manage webhooks")');

    const added = await openForm('Add endpoint');
    await page.fill(`${added} [name=url]`, receiver.url);
    await page.check(`${added} [value="trip.created"]`);
    await page.fill(`${added} [name=description]`, 'Garage');
    await page.click(`${added} button[type=submit]`);
    expect(await page.textContent('#webhook-secret')).toMatch(/^whsec_/);
    await page.click('main a:has-text("Done")');
    expect(await page.textContent('h1')).toBe('Garage');

    expect(await press('Send test event')).toContain('The test event was accepted: status 204');
    const trip = await account.api.createdTrip();
    await deliverer.deliverAll();
    await page.reload();
    expect(await press('Deliver again')).toContain('queued');
    await deliverer.deliverAll();
    expect(receiver.received.map(({ body }) => body._id).slice(1)).toEqual([`${trip._id}-1`, `${trip._id}-1`]);

    const rotated = await openForm('Rotate secret');
    await page.selectOption(`${rotated} [name=overlap]`, '3600');
    await page.click(`${rotated} button[type=submit]`);
    expect(await page.textContent('main .notice')).toContain('also signed with the old secret until');
    await page.click('main a:has-text("Done")');

    expect(await press('Disable')).toBe('Endpoint disabled.');
    expect(await press('Enable')).toBe('Endpoint enabled.');
    const deleted = await openForm('Delete');
    await page.click(`${deleted} button[type=submit]`);
    await page.waitForURL(`**${LIST}`);
    expect(await page.textContent('main .notice')).toBe('Endpoint deleted.');
    expect(await page.textContent('main .empty')).toContain('No endpoints yet');
    await close();
  });

  it.skipIf(noChromium).each([
    ['phone, dark, French', { viewport: PHONE, colorScheme: 'dark', locale: 'fr-FR' }],
    ['desk, light, English', { viewport: DESK, colorScheme: 'light', locale: 'en-GB' }],
  ] as const)('can be read and used by anybody: %s', async (_, look) => {
    const account = await service.account();
    const receiver = await startReceiver();
    const { page, close } = await openBrowser(look);
    const refused: string[] = [];
    page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
    await enterAsOwner(page, service, account);
    const check = async (path: string) => {
      await page.goto(service.url + path);
      await expectNoSeriousFaults(page);
      await expectToFit(page);
    };
    await check(LIST);
    const description = 'w'.repeat(200);
    const eventTypes = ['trip.created', 'trip.status_changed', 'trip.cancelled'];
    const { _id: busy } = await addEndpointFor(account, `${receiver.url}/${'x'.repeat(1_900)}`, {
      description,
      eventTypes,
    });
    const { _id: gone } = await addEndpointFor(account, receiver.url);
    receiver.answer((response, { path }) => response.writeHead(path === '/hook' ? 410 : 500).end());
    for (let n = 0; n < 3; n += 1) await account.api.createdTrip();
    await deliverer.deliverAll();
    for (const path of ['/app/developers', LIST, `${LIST}/${busy}`, `${LIST}/${gone}`]) await check(path);
    for (const action of ['rotate', 'delete']) await check(`${LIST}/${busy}/${action}`);
    await check(`${LIST}/new`);
    await page.fill('#url', 'http://a:b@partner.example');
    await page.click('#dialog button[type=submit]');
    await page.waitForSelector('#url[aria-invalid=true]');
    await expectNoSeriousFaults(page);
    await expectToFit(page);
    await page.fill('#url', 'https://partner.example/hooks');
    await page.click('#dialog button[type=submit]');
    await page.waitForSelector('#webhook-secret');
    await expectNoSeriousFaults(page);
    await expectToFit(page);
    // The browser itself reports the form that was refused.
    expect(refused.filter((text) => !text.includes('status of 422'))).toEqual([]);
    await close();
  });
});
