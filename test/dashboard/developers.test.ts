import { describe, expect, it } from 'vitest';
import { openAccount } from '../../src/accounts/openAccount.ts';
import { KEY_SCOPES } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { listKeys } from '../../src/keys/apiKeyStore.ts';
import { ownerForFile, ownerOf, PASSWORD, signIn, type Visitor } from '../support/browserClient.ts';
import { call } from '../support/client.ts';
import { lastLetIn } from '../support/refusal.ts';

/** As if the page that asks for the password had been filled in: the clock jumps by days here. */
const CONFIRMED = { 'confirmed-password': PASSWORD };
const KEYS = '/app/developers/keys';
const KEY = /trip_live_[0-9a-f]{24}\.[A-Za-z0-9_-]{43}/;

const { service, account, owner: first } = await ownerForFile({}, { env: { RATE_LIMIT_TIERS: 'STANDARD=500/60' } });
let owner = first;

const statusWith = async (key: string, path = '/v1/trips') => (await call(service.url, 'GET', path, { key })).status;
const idOf = (key: string) => key.slice('trip_live_'.length, 'trip_live_'.length + 24);
const page = async (path = '/app/developers') => (await owner.get(path)).html;

async function issue(fields: Record<string, string> = { name: 'Server' }): Promise<string> {
  const answer = await owner.submit(`${KEYS}/new`, KEYS, { ...fields, ...CONFIRMED });
  expect(answer.status).toBe(201);
  return KEY.exec(answer.html)?.[0] ?? '';
}

describe('the keys of an account', () => {
  it('have names, that of a demo account as well', async () => {
    expect(await page()).toMatch(new RegExp(`<strong>Demo</strong>.*?<code>${account.key.keyId}</code>`));
  });
});

describe('the first key of an account', () => {
  it('has a name from the start', async () => {
    const details = { name: 'Taxi', role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false } as const;
    const opened = await openAccount(service.database, service.clock.now, details);
    expect(await listKeys(service.database, opened.account.accountId)).toMatchObject([{ name: 'First key' }]);
  });
});

describe('the use of each key', () => {
  it('is shown for 24 hours and for 7 days, with its last use', async () => {
    const fresh = await service.account();
    const its = await ownerOf(service, fresh);
    const second = KEY.exec((await its.submit(`${KEYS}/new`, KEYS, { name: 'Second' })).html)?.[0] ?? '';
    for (let n = 0; n < 3; n += 1) await fresh.api.list();
    service.clock.advance(25 * 3_600);
    if ((await its.get('/app/developers')).status !== 200) await signIn(its, fresh);
    await fresh.api.list();
    await statusWith(second);
    await statusWith(second);
    await service.usage.write();
    const rows = (await its.get('/app/developers')).html.split('<tr>');
    const countsOf = (keyId: string) =>
      /<span>(\d+) in 24 h<\/span><span>(\d+) in 7 days</
        .exec(rows.find((row) => row.includes(`<code>${keyId}</code>`)) ?? '')
        ?.slice(1)
        .map(Number);
    expect([countsOf(fresh.key.keyId), countsOf(idOf(second))]).toEqual([
      [1, 4],
      [2, 2],
    ]);
    owner = await reenter();
  });
});

describe('renaming a key', () => {
  const pathOf = (key: string) => `${KEYS}/${idOf(key)}/rename`;

  it('changes its name and nothing else', async () => {
    const key = await issue({ name: 'Old name' });
    const answer = await owner.submit(pathOf(key), pathOf(key), { name: '  New name ' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/developers']);
    expect(await rowOf(idOf(key))).toContain('<strong>New name</strong>');
    expect(await statusWith(key)).toBe(200);
  });

  it.each(['', '   ', 'x'.repeat(81)])('needs a name of at most 80 characters: "%s"', async (name) => {
    const key = await issue({ name: 'Kept' });
    const answer = await owner.submit(pathOf(key), pathOf(key), { name });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    expect(await rowOf(idOf(key))).toContain('<strong>Kept</strong>');
  });

  it('is not for a key that has ended', async () => {
    const key = await issue();
    const revoke = `${KEYS}/${idOf(key)}/revoke`;
    const { formToken = '' } = await tokenOf(owner);
    await owner.submit(revoke, revoke);
    for (const answer of [await owner.get(pathOf(key)), await owner.post(pathOf(key), { formToken, name: 'Late' })])
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/developers']);
    expect(await page()).not.toContain('Late');
  });
});

describe('the language switch', () => {
  const targetsIn = (html: string) =>
    [...html.matchAll(/href="\/language\/fr\?to=([^"]+)"/g)].map(([, path]) => decodeURIComponent(path ?? ''));

  it('leads from a form that was refused to the form, and from a new key to the keys', async () => {
    const refused = await owner.submit(`${KEYS}/new`, KEYS, { name: '' });
    const issued = await owner.submit(`${KEYS}/new`, KEYS, { name: 'Switched' });
    expect([targetsIn(refused.html), targetsIn(issued.html)]).toEqual([[`${KEYS}/new`], ['/app/developers']]);
    const reloaded = await owner.get(KEYS);
    expect([reloaded.status, reloaded.headers.get('location')]).toEqual([303, '/app/developers']);
  });
});

describe('a key issued in the dashboard', () => {
  it('is shown once, with a call that uses it, and works at once', async () => {
    const answer = await owner.submit(`${KEYS}/new`, KEYS, { name: 'Production <b>', days: '90' });
    const key = KEY.exec(answer.html)?.[0] ?? '';
    expect(await rowOf(idOf(key))).toContain('Active');
    expect(answer.html).toContain(`curl http://127.0.0.1:3000/v1/trips -H &quot;Authorization: Bearer ${key}&quot;`);
    expect(await statusWith(key)).toBe(200);
    const list = await page();
    expect(list).toContain('Production &lt;b>');
    expect(list).toContain(idOf(key));
    expect(list).not.toContain(key);
    expect(service.logText()).not.toContain(key);
    service.clock.advance(90 * 86_400);
    owner = await reenter();
    expect(await statusWith(key)).toBe(401);
    expect(await page()).toContain('Expired');
  });

  it('can be restricted to scopes and networks, which the list shows', async () => {
    const networks = '127.0.0.0/8\r\n2001:db8::/32';
    const key = await issue({ name: 'Booking', scopes: 'trips:write', networks });
    expect(await statusWith(key)).toBe(403);
    const row = await rowOf(idOf(key));
    expect(row).toContain('Book and cancel trips <code>trips:write</code>');
    expect(row).toContain('from 127.0.0.0/8, 2001:db8::/32');
    expect(await rowOf(account.key.keyId)).toContain('Everything');
    expect(await statusWith(await issue({ name: 'Reading', scopes: 'trips:read', networks: '127.0.0.1' }))).toBe(200);
    expect(await statusWith(await issue({ name: 'Elsewhere', networks: '203.0.113.7' }))).toBe(403);
  });

  it('can be tried by a call that it may make, or is led to the guide on bookings', async () => {
    expect((await owner.get(`${KEYS}/new`)).html).toContain('Read trips, riders and vehicles<code>trips:read</code>');
    for (const scope of KEY_SCOPES) {
      const { html } = await owner.submit(`${KEYS}/new`, KEYS, { name: scope, scopes: scope, ...CONFIRMED });
      const [, path] = /curl http:\/\/127\.0\.0\.1:3000(\S+) -H/.exec(html) ?? [];
      if (scope === 'trips:write')
        expect([scope, path, html.includes('href="/docs/guides/first-booking"')]).toEqual([scope, undefined, true]);
      else
        expect([scope, path, await statusWith(KEY.exec(html)?.[0] ?? '', path)]).toEqual([
          ...[scope, expect.any(String), 200],
        ]);
      expect([scope, html.includes('Try it from an allowed network')]).toEqual([scope, false]);
    }
    const fields = { name: 'There', networks: '203.0.113.7', ...CONFIRMED };
    expect((await owner.submit(`${KEYS}/new`, KEYS, fields)).html).toContain('Try it from an allowed network:');
  });

  it.each([
    ['an unknown scope', { scopes: 'everything' }, 'Choose from the list.'],
    [
      'a network that is none',
      { networks: '10.1' },
      '“10.1” is not an address or network. Enter one such as 203.0.113.7 or 203.0.113.0/24.',
    ],
    ['every address', { networks: '0.0.0.0/0' }, 'is not an address or network.'],
    [
      'a network that looks like one address',
      { networks: '203.0.113.7 2001:db8::1/32' },
      '“2001:db8::1/32” has bits set beyond the prefix: enter 2001:db8::1 or 2001:db8::/32.',
    ],
    ['too many networks', { networks: Array.from({ length: 21 }, (_, at) => `10.0.0.${at}`).join('\n') }, 'at most 20'],
  ])('is not issued with %s', async (_, fields, message) => {
    const answer = await owner.submit(`${KEYS}/new`, KEYS, { name: 'X', ...fields, ...CONFIRMED });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining(message)]);
    expect(answer.html).toContain('Nothing was saved.');
    expect(answer.html).not.toMatch(KEY);
  });

  it.each(['', '   ', 'x'.repeat(81)])('needs a name of at most 80 characters: "%s"', async (name) => {
    const answer = await owner.submit(`${KEYS}/new`, KEYS, { name });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    expect(answer.html).toContain('Nothing was saved.');
    expect(answer.html).not.toMatch(KEY);
  });

  it('is one of fifty at most', async () => {
    const rich = await service.account();
    const its = await ownerOf(service, rich);
    const statuses: number[] = [];
    for (let n = 0; n < 50; n += 1) statuses.push((await its.submit(`${KEYS}/new`, KEYS, { name: `Key ${n}` })).status);
    expect(statuses).toEqual([...Array(49).fill(201), 422]);
    const rotate = `${KEYS}/${rich.key.keyId}/rotate`;
    expect((await its.submit(rotate, rotate, { overlap: '3600' })).headers.get('location')).toBe('/app/developers');
    expect((await its.get('/app/developers')).html).toContain('up to 50 active keys');
    expect((await its.submit(rotate, rotate, { overlap: '0' })).status).toBe(201);
  });
});

/** The owner, signed in once more if it was long ago. */
async function reenter(): Promise<Visitor> {
  if ((await owner.get('/app/developers')).status !== 200) await signIn(owner, account);
  return owner;
}

const rowOf = async (keyId: string) =>
  (await page()).split('<tr>').find((row) => row.includes(`<code>${keyId}</code>`)) ?? '';

describe('rotating in the dashboard', () => {
  it('now gives a new key of the same name, and the old one dies within a second', async () => {
    const old = await issue({ name: 'Rotated' });
    expect(await statusWith(old)).toBe(200);
    const path = `${KEYS}/${idOf(old)}/rotate`;
    const answer = await owner.submit(path, path, { overlap: '0', ...CONFIRMED });
    const next = KEY.exec(answer.html)?.[0] ?? '';
    expect([answer.status, await statusWith(next)]).toEqual([201, 200]);
    expect(await lastLetIn(async () => [await statusWith(old)])).toBeLessThan(1_000);
    expect((await page()).match(/Rotated/g)?.length).toBeGreaterThan(1);
  });

  it.each([
    ['3600', 3_600],
    ['86400', 86_400],
    ['604800', 604_800],
    ['a year', 86_400],
  ])('with an overlap of %s lets the old key live for that long and no longer', async (overlap, seconds) => {
    const old = await issue();
    const path = `${KEYS}/${idOf(old)}/rotate`;
    expect((await owner.submit(path, path, { overlap, ...CONFIRMED })).html).toContain('The old key works until');
    expect(await rowOf(idOf(old))).toContain('Expiring');
    service.clock.advance(seconds - 1);
    expect(await statusWith(old)).toBe(200);
    service.clock.advance(1);
    expect(await statusWith(old)).toBe(401);
    owner = await reenter();
  });
});

describe('rotating once more in the dashboard', () => {
  it('says that there is a newer key, keeps the end of the old one, and offers a call that the key may make', async () => {
    const old = await issue({ name: 'Twice', scopes: 'events' });
    const path = `${KEYS}/${idOf(old)}/rotate`;
    const before = (await owner.get(path)).html;
    expect(before).not.toContain('was rotated before');
    expect(before).not.toContain('at the latest');
    const endIn = ({ html }: { html: string }) => /The old key works until ([^<]+)\./.exec(html)?.[1];
    const first = await owner.submit(path, path, { overlap: '3600', ...CONFIRMED });
    expect(first.html).toContain('/v1/events -H');
    const form = (await owner.get(path)).html;
    expect(form).toContain('was rotated before');
    expect(form).toContain(`The old key expires on ${endIn(first)} at the latest.`);
    const again = await owner.submit(path, path, { overlap: '604800', ...CONFIRMED });
    expect([again.status, endIn(again)]).toEqual([201, endIn(first)]);
  });
});

describe('revoking in the dashboard', () => {
  it('ends a key within a second; it cannot be rotated or revoked again', async () => {
    const key = await issue();
    const path = `${KEYS}/${idOf(key)}/revoke`;
    const answer = await owner.submit(path, path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/developers']);
    expect(await page()).toContain('Key revoked');
    expect(await lastLetIn(async () => [await statusWith(key)])).toBeLessThan(1_000);
    for (const what of ['rotate', 'revoke']) {
      const again = await owner.get(`${KEYS}/${idOf(key)}/${what}`);
      expect([again.status, again.headers.get('location')]).toEqual([303, '/app/developers']);
    }
  });
});

describe('another account’s key', () => {
  it('is not there, to look at or to end, and goes on working', async () => {
    const other = await service.account();
    for (const keyId of [other.key.keyId, newId(), 'nonsense'])
      for (const what of ['rename', 'rotate', 'revoke']) {
        const path = `${KEYS}/${keyId}/${what}`;
        expect((await owner.get(path)).status).toBe(404);
        const { formToken = '' } = await tokenOf(owner);
        expect((await owner.post(path, { formToken, overlap: '0', name: 'Taken', ...CONFIRMED })).status).toBe(404);
      }
    expect(await statusWith(other.apiKey)).toBe(200);
    expect(await page()).not.toContain(other.key.keyId);
  });
});

async function tokenOf(browser: Visitor): Promise<Record<string, string>> {
  const { html } = await browser.get('/app/developers');
  return { formToken: /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? '' };
}

describe('the rate limit', () => {
  it('is shown with what is used of it, and looking uses nothing', async () => {
    const fresh = await service.account();
    const its = await ownerOf(service, fresh);
    for (let n = 0; n < 3; n += 1) await fresh.api.list();
    for (let n = 0; n < 3; n += 1) expect((await its.get('/app/developers')).html).toContain('3 of 500 used');
    expect((await fresh.api.list()).headers.get('ratelimit')).toContain('r=496');
  });
});

describe('voucher details', () => {
  it('are kept as typed, emptied when emptied, and bounded', async () => {
    const details = {
      legalName: 'Chauffeurs du Nord',
      registrationNumber: 'EVTC059210001',
      siren: '732 829 320',
      address: '1 rue\n59000 Lille',
    };
    const save = (fields: Record<string, string>) => owner.submit('/app/account', '/app/account/voucher', fields);
    expect((await save({ ...details, phone: '+33320000000' })).status).toBe(303);
    const shown = await page('/app/account');
    expect(shown).toContain('saved');
    for (const text of ['Chauffeurs du Nord', 'EVTC059210001', '732 829 320', '1 rue\n59000 Lille', '+33320000000'])
      expect(shown).toContain(text);
    expect((await save({ ...details, phone: 'x'.repeat(41) })).html).toContain('Use 40 characters or fewer.');
    const refused = await save({ ...details, siren: '12345678' });
    expect([refused.status, refused.html]).toEqual([
      422,
      expect.stringContaining('Enter the nine digits of your SIREN.'),
    ]);
    // The whole page, with what was typed.
    for (const text of ['Account details', 'value="12345678"', 'Current password', 'Sign out everywhere'])
      expect(refused.html).toContain(text);
    await save({ ...details, phone: '' });
    expect(await page('/app/account')).not.toContain('+33320000000');
  });

  it('have a phone number that can be dialled', async () => {
    const save = (phone: string) => owner.submit('/app/account', '/app/account/voucher', { phone });
    expect((await save('01 49 54 46 46')).status).toBe(303);
    for (const phone of ['06 12 34 5', 'call me']) {
      const { status, html } = await save(phone);
      expect([phone, status, html]).toEqual([phone, 422, expect.stringContaining('Enter the complete number')]);
    }
  });

  it('have a registration number with digits, of any register', async () => {
    const save = (registrationNumber: string) =>
      owner.submit('/app/account', '/app/account/voucher', { registrationNumber });
    for (const number of ['EVTC075123456', 'CR-7', '']) expect((await save(number)).status).toBe(303);
    for (const number of ['x', '???']) {
      const { status, html } = await save(number);
      expect([number, status, html]).toEqual([number, 422, expect.stringContaining('as it is in the register')]);
    }
  });

  it('have a SIREN with its check digit; one that was stored before is shown', async () => {
    const save = (siren: string) => owner.submit('/app/account', '/app/account/voucher', { siren });
    for (const siren of ['356000000', '552 100 554', '732829320', '']) expect((await save(siren)).status).toBe(303);
    for (const siren of ['123 456 789', '732829321', '732892320']) {
      const { status, html } = await save(siren);
      expect([siren, status, html]).toEqual([siren, 422, expect.stringContaining('Check the digits of your SIREN.')]);
    }
    await service.database.query({
      text: `UPDATE accounts SET siren = '123 456 789' WHERE account_id = $1`,
      values: [account.accountId],
    });
    expect(await page('/app/account')).toContain('value="123 456 789"');
  });
});
