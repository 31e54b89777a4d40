import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formsOf, ownerOf, PASSWORD, signIn, visitor } from '../support/browserClient.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
beforeEach(async () => {
  service = await startService({ env: { TRUST_PROXY: 'loopback' } });
  account = await service.account();
});
afterEach(() => service.close());

const from = (address: string) => visitor(service.url, { 'x-forwarded-for': address });

/** Guesses until it is refused, or has tried often enough. */
async function guess(address: string, most: number): Promise<number[]> {
  const statuses: number[] = [];
  const browser = from(address);
  const [form] = formsOf((await browser.get('/app/sign-in')).html);
  const fields = { ...form?.hidden, email: account.invitation?.email ?? '', password: 'a wrong guess' };
  while (statuses.length < most && statuses.at(-1) !== 429)
    statuses.push((await browser.post('/app/sign-in', fields)).status);
  return statuses;
}

describe('who guesses a password', () => {
  it('is stopped after ten tries from one address, and learns for how long', async () => {
    const owner = await ownerOf(service, account);
    expect(await guess('192.0.2.1', 20)).toEqual([...Array(10).fill(422), 429]);
    const answer = await signIn(from('192.0.2.1'), account);
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(answer.html).toContain('Too many attempts');
    expect((await owner.get('/app/account')).status).toBe(200);
  });

  it('is stopped at one address whatever accounts it tries', async () => {
    await ownerOf(service, account);
    const browser = from('192.0.2.2');
    const [form] = formsOf((await browser.get('/app/sign-in')).html);
    const statuses: number[] = [];
    for (let n = 0; n < 42; n += 1) {
      const fields = { ...form?.hidden, email: `somebody-${n}@example.com`, password: PASSWORD };
      statuses.push((await browser.post('/app/sign-in', fields)).status);
    }
    expect(statuses.slice(39)).toEqual([422, 429, 429]);
  });

  it('from many addresses cannot lock the owner out of a browser that the owner has used', async () => {
    const owner = await ownerOf(service, account, { 'x-forwarded-for': '198.51.100.7' });
    await owner.submit('/app/account', '/app/sign-out');
    await Promise.all(Array.from({ length: 11 }, (_, n) => guess(`192.0.2.${n}`, 10)));
    expect((await signIn(from('203.0.113.9'), account)).status).toBe(429);
    expect((await signIn(owner, account)).status).toBe(303);
    expect((await owner.get('/app/account')).status).toBe(200);
  });

  it('locks out a browser that was forgotten by signing out everywhere', async () => {
    const owner = await ownerOf(service, account, { 'x-forwarded-for': '198.51.100.7' });
    await owner.submit('/app/account', '/app/sign-out-everywhere');
    await Promise.all(Array.from({ length: 11 }, (_, n) => guess(`192.0.2.${n}`, 10)));
    expect((await signIn(owner, account)).status).toBe(429);
  });
});
