import { beforeEach, describe, expect, it } from 'vitest';
import { deviceOf } from '../../src/dashboard/device.ts';
import { formsOf, ownerOf, signIn, type Visitor, visitor } from '../support/browserClient.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile({ env: { TRUST_PROXY: 'loopback' } });
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const ACCOUNT = '/app/account';

let account: TestAccount;
let owner: Visitor;
let phone: Visitor;
beforeEach(async () => {
  account = await service.account();
  owner = await ownerOf(service, account);
  phone = visitor(service.url, { 'user-agent': IPHONE, 'x-forwarded-for': '203.0.113.7' });
  await signIn(phone, account);
});

const isSignedIn = async (browser: Visitor) => (await browser.get(ACCOUNT)).status === 200;
const endActions = (html: string) =>
  formsOf(html).filter(({ action }) => /\/sessions\/[0-9a-f]{24}\/end$/.test(action));

describe('the list of sessions', () => {
  it('shows device, address and last use, and ends one', async () => {
    service.clock.advance(3_600);
    await phone.get(ACCOUNT, { 'x-forwarded-for': '203.0.113.99' });
    const { html } = await owner.get(ACCOUNT);
    expect(html).toContain('Safari on iPhone');
    expect(html).toContain('203.0.113.99'); // the last address
    expect(html).toContain(`datetime="${service.clock.now().toISOString()}"`);
    expect(html).toContain('this browser');
    const [form, ...more] = endActions(html);
    expect(more).toEqual([]);
    const answer = await owner.post(form?.action ?? '', form?.hidden ?? {});
    expect(answer.headers.get('location')).toBe(ACCOUNT);
    expect([await isSignedIn(owner), await isSignedIn(phone)]).toEqual([true, false]);
    expect(endActions((await owner.get(ACCOUNT)).html)).toEqual([]);
  });

  it('ends all others at once', async () => {
    await owner.submit(ACCOUNT, `${ACCOUNT}/sessions/end-others`);
    expect([await isSignedIn(owner), await isSignedIn(phone)]).toEqual([true, false]);
  });

  it('ends nothing of another member', async () => {
    const stranger = await ownerOf(service, await service.account());
    const [form] = endActions((await owner.get(ACCOUNT)).html);
    const { hidden } = formsOf((await stranger.get(ACCOUNT)).html)[0] ?? { hidden: {} };
    await stranger.post(form?.action ?? '', hidden);
    await stranger.post(`${ACCOUNT}/sessions/end-others`, hidden);
    expect((await stranger.post(`${ACCOUNT}/sessions/x/end`, hidden)).status).toBe(404);
    expect([await isSignedIn(owner), await isSignedIn(phone)]).toEqual([true, true]);
  });

  it('shows markup in the name of a browser as text', async () => {
    const odd = visitor(service.url, { 'user-agent': '<script>alert(1)</script>' });
    await signIn(odd, account);
    const { html } = await owner.get(ACCOUNT);
    expect(html).toContain('Unknown browser');
    expect(html).not.toContain('alert(1)');
  });
});

describe('a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Mac',
    ],
    [IPHONE, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    ['curl/8.5.0', 'Unknown browser'],
    ['', 'Unknown browser'],
  ])('%s is %s', (userAgent, device) => {
    expect(deviceOf(userAgent, 'en')).toBe(device);
  });
});
