import { beforeEach, describe, expect, it } from 'vitest';
import { formsOf, newMember, ownerOf, PASSWORD, type Visitor } from '../support/browserClient.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const KEYS = '/app/developers/keys';
let account: TestAccount;
let owner: Visitor;
beforeEach(async () => {
  account = await service.account();
  owner = await ownerOf(service, account);
});

const askForKey = () => owner.submit(`${KEYS}/new`, KEYS, { name: 'Billing', days: '30' });
const keyIn = (html: string) => /trip_live_[0-9a-f]{24}\.[\w-]+/.exec(html)?.[0];
/** Fills in the page that asks, and sends it on. */
const confirm = (html: string, action: string, password = PASSWORD) =>
  owner.post(action, {
    ...formsOf(html).find((form) => form.action === action)?.hidden,
    'confirmed-password': password,
  });

describe('issuing a key', () => {
  it('needs no password within ten minutes of entering it', async () => {
    service.clock.advance(600);
    expect((await askForKey()).status).toBe(201);
  });

  it('later asks for the password, and then issues the key that was asked for', async () => {
    service.clock.advance(601);
    const asked = await askForKey();
    expect([asked.status, asked.html, keyIn(asked.html)]).toEqual([
      403,
      expect.stringContaining('Confirm that it is you'),
      undefined,
    ]);
    const wrong = await confirm(asked.html, KEYS, 'not the password');
    expect([wrong.status, wrong.html]).toEqual([422, expect.stringContaining('current password is incorrect')]);
    const issued = await confirm(wrong.html, KEYS);
    expect([issued.status, keyIn(issued.html)]).toEqual([201, expect.any(String)]);
    expect((await owner.get('/app/developers')).html).toContain('Billing');
    expect((await askForKey()).status).toBe(201); // for another ten minutes
  });

  it('lets nobody guess the password who has the browser', async () => {
    service.clock.advance(601);
    let { html } = await askForKey();
    for (let n = 0; n < 10; n += 1) html = (await confirm(html, KEYS, 'a wrong guess')).html;
    const { status, html: refused } = await confirm(html, KEYS);
    expect([status, refused, keyIn(refused)]).toEqual([422, expect.stringContaining('Too many attempts'), undefined]);
  });
});

describe('the password is asked for again', () => {
  it('before members, keys and the e-mail address change, and for nothing else', async () => {
    const member = await newMember(service, owner, { role: 'VIEWER' });
    const { html } = await owner.get('/app/account/members');
    const ids = [...html.matchAll(/\/app\/account\/members\/([0-9a-f]{24})"/g)].map(([, id]) => id);
    const keyId = account.key.keyId;
    const { hidden } = formsOf(html)[0] ?? { hidden: {} };
    service.clock.advance(601);
    const sensitive = [
      '/app/account/members/invite',
      `/app/account/members/${ids[1]}/role`,
      `/app/account/members/${ids[1]}/remove`,
      `/app/account/members/invitations/${'0'.repeat(24)}/withdraw`,
      `${KEYS}/${keyId}/rotate`,
      '/app/account/email',
    ];
    for (const path of sensitive) {
      const answer = await owner.post(path, { ...hidden, email: 'x@y.example', role: 'OWNER', name: 'X' });
      expect([path, answer.status, answer.html]).toEqual([
        path,
        403,
        expect.stringContaining('Confirm that it is you'),
      ]);
    }
    expect((await member.get('/app/account')).status).toBe(200);
    expect((await owner.post('/app/account/profile', { ...hidden, name: 'Noor' })).status).toBe(303);
    // A leaked key must go at once.
    expect((await owner.post(`${KEYS}/${keyId}/revoke`, hidden)).status).toBe(303);
  });

  it('keeps everything that was sent, and markup stays text', async () => {
    service.clock.advance(601);
    const { hidden } = formsOf((await owner.get('/app/account')).html)[0] ?? { hidden: {} };
    const asked = await owner.post('/app/account/members/invite', {
      ...hidden,
      email: 'new@example.com',
      name: '" onfocus="alert(1)',
      role: 'VIEWER',
    });
    expect(asked.html).not.toContain(' onfocus="');
    const invited = await confirm(asked.html, '/app/account/members/invite');
    expect([invited.status, (await owner.get('/app/account/members')).html]).toEqual([
      201,
      expect.stringContaining('new@example.com'),
    ]);
  });
});
