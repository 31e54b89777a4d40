import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer } from '../../src/mail/mailer.ts';
import { formsOf, linkIn, ownerOf, PASSWORD, signIn, type Visitor, visitor } from '../support/browserClient.ts';
import { startMailServer } from '../support/mailServer.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const FROM = 'Trips <trips@example.com>';
const server = await startMailServer();
afterAll(() => server.close());
const service = await serviceForFile({ env: { SMTP_URL: server.url, MAIL_FROM: FROM, TRUST_PROXY: 'loopback' } });

type LogLine = [level: string, facts: Record<string, unknown>, text: string];
function mailerFor(smtpUrl: string) {
  const lines: LogLine[] = [];
  const to = (level: string) => (facts: unknown, text: unknown) =>
    void lines.push([level, facts as Record<string, unknown>, String(text)]);
  const log = { info: to('info'), warn: to('warn'), error: to('error') } as never;
  const settings = { smtpUrl, from: FROM };
  const mailer = createMailer({ database: service.database, clock: service.clock.now, log, settings });
  afterAll(() => mailer.close());
  return { ...mailer, lines };
}
const mailer = mailerFor(server.url);

/** Sends what waits; the mails that arrived. */
async function mails() {
  server.received.length = 0;
  await mailer.sendDue();
  return server.received;
}

let account: TestAccount;
let owner: Visitor;
let email: string;
beforeEach(async () => {
  account = await service.account();
  owner = await ownerOf(service, account);
  email = account.invitation?.email ?? '';
  await mails();
});

const FORGOTTEN = '/app/forgotten-password';
let network = 0;
/** From an address of its own, so that limits of one test do not reach another. */
const stranger = (headers = {}) => visitor(service.url, { 'x-forwarded-for': `2001:db8:${++network}::1`, ...headers });
const forget = (address: string, browser = stranger()) => browser.submit(FORGOTTEN, FORGOTTEN, { email: address });

describe('a forgotten password', () => {
  it('is replaced through a link by mail that works once and ends all sessions', async () => {
    expect((await stranger().get('/app/sign-in')).html).toContain(FORGOTTEN);
    expect((await forget(` ${email.toUpperCase()}`)).status).toBe(200);
    expect((await owner.get('/app/account/audit')).html).toContain('Password reset requested');
    const [mail, ...others] = await mails();
    expect([mail?.to, mail?.from, others]).toEqual([[email], 'trips@example.com', []]);
    expect(mail?.text).toContain('Subject: Choose a new password');
    const link = linkIn(mail?.text ?? '');
    const browser = stranger();
    expect((await browser.get(link)).html).toContain('Choose a new password');
    const chosen = await browser.submit(link, link, { password: 'an entirely new password' });
    expect([chosen.status, (await browser.get('/app/account')).status]).toEqual([303, 200]);
    expect((await owner.get('/app/account')).status).toBe(303); // signed out
    const used = await stranger().get(link);
    expect([used.status, used.html.includes(`href="${FORGOTTEN}"`)]).toEqual([404, true]);
    expect((await signIn(stranger(), account)).status).toBe(422);
    expect((await mails()).map(({ to, text }) => [to, /Subject: (.*)\r/.exec(text)?.[1]])).toEqual([
      [[email], 'Your password was changed'],
    ]);
  });

  it('lets in who is locked out by guesses of others', { timeout: 180_000 }, async () => {
    for (let n = 0; n < 11; n += 1) {
      const guesser = visitor(service.url, { 'x-forwarded-for': `192.0.2.${n}` });
      const [form] = formsOf((await guesser.get('/app/sign-in')).html);
      const fields = { ...form?.hidden, email, password: 'a wrong guess' };
      await Promise.all(Array.from({ length: 10 }, () => guesser.post('/app/sign-in', fields)));
    }
    const locked = stranger();
    expect((await signIn(locked, account)).status).toBe(429);
    await forget(email, locked);
    const link = linkIn((await mails())[0]?.text ?? '');
    expect((await locked.submit(link, link, { password: 'an entirely new password' })).status).toBe(303);
    expect((await locked.get('/app/account')).status).toBe(200);
  });

  it('is answered alike for an unknown address, which gets no mail', async () => {
    const [known, unknown] = [await forget(email), await forget('nobody@example.com')];
    const told = ({ status, html }: typeof known, address: string) => [
      status,
      html.replaceAll(address, 'ADDRESS').replaceAll(/value="[\w-]{43}"|\/language\/[^"]*/g, ''),
    ];
    expect(told(unknown, 'nobody@example.com')).toEqual(told(known, email));
    expect((await mails()).map(({ to }) => to)).toEqual([[email]]);
    expect((await forget('no address')).status).toBe(422);
  });

  it('takes equally long for both', async () => {
    for (const address of [email, 'nobody@example.com']) {
      const begun = performance.now();
      await forget(address);
      expect(performance.now() - begun).toBeGreaterThan(490);
    }
  });

  it('can be asked for three times per hour for an address, known or not, and twenty times from a network', async () => {
    for (const address of [email, 'nobody-else@example.com']) {
      const statuses = [];
      for (let n = 0; n < 4; n += 1) statuses.push((await forget(address)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    expect(await mails()).toHaveLength(3);
    const browser = stranger();
    const [form] = formsOf((await browser.get(FORGOTTEN)).html);
    const ask = (n: number) => browser.post(FORGOTTEN, { ...form?.hidden, email: `n${n}@example.com` });
    const answers = await Promise.all(Array.from({ length: 21 }, (_, n) => ask(n)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('is over after an hour', async () => {
    await forget(email);
    const link = linkIn((await mails())[0]?.text ?? '');
    service.clock.advance(3_599);
    expect((await stranger().get(link)).status).toBe(200);
    service.clock.advance(2);
    expect((await stranger().get(link)).status).toBe(404);
  });

  it('leaves no link that works once its member is removed', async () => {
    await forget(email);
    const link = linkIn((await mails())[0]?.text ?? '');
    await service.database.query({ text: 'DELETE FROM members WHERE email = $1', values: [email] });
    expect((await stranger().get(link)).status).toBe(404);
  });
});

describe('an invitation', () => {
  it('goes to the invited person, and no link is shown to the owner', async () => {
    const path = '/app/account/members/invite';
    const answer = await owner.submit(path, path, { email: 'ana@example.com', name: 'Ana', role: 'DISPATCHER' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/account/members']);
    expect((await owner.get('/app/account/members')).html).toContain('on its way to ana@example.com');
    const [mail] = await mails();
    expect([mail?.to, mail?.text]).toEqual([['ana@example.com'], expect.stringContaining('Your role: Dispatcher')]);
    const link = linkIn(mail?.text ?? '');
    expect((await stranger().submit(link, link, { password: PASSWORD })).status).toBe(303);
  });

  it('to an address that looks like several reaches nobody else', async () => {
    const path = '/app/account/members/invite';
    for (const address of ['a@b.example,c@d.example', 'a@b.example\r\nBcc: c@d.example', 'A <a@b.example>'])
      expect((await owner.submit(path, path, { email: address, name: 'A', role: 'VIEWER' })).status).toBe(422);
    expect(await mails()).toEqual([]);
  });
});

describe('a notice', () => {
  const subjects = async () =>
    (await mails()).map(({ text, to }) => [to[0], /^Subject: (.*?)\r?\n(?!\s)/ms.exec(text)?.[1]]);

  it('tells of a sign-in in a new browser, not of one in a known browser, in the language of the member', async () => {
    const browser = stranger({
      'accept-language': 'fr',
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    await signIn(browser, account);
    const [mail] = await mails();
    expect(mail?.text).toContain('Firefox sur Windows, adresse 2001:db8:');
    expect(mail?.text).toContain('Si ce n’était pas vous');
    await browser.submit('/app/account', '/app/sign-out');
    await signIn(browser, account);
    expect(await mails()).toEqual([]);
  });

  it('tells of a changed password, the old address of a new one, and all owners of an issued key', async () => {
    await owner.submit('/app/account', '/app/account/password', { current: PASSWORD, next: 'another good password' });
    expect(await subjects()).toEqual([[email, 'Your password was changed']]);
    await owner.submit('/app/account', '/app/account/email', { email: `new-${email}` });
    expect(await subjects()).toEqual([[email, 'Your e-mail address was changed']]);
    await owner.submit('/app/developers/keys/new', '/app/developers/keys', { name: 'Billing', days: '' });
    expect(await subjects()).toEqual([[`new-${email}`, 'New API key for Demo driver']]);
  });
});

describe('the mail server', () => {
  it('is asked by STARTTLS with a password, if the URL says so', async () => {
    await forget(email);
    server.received.length = 0;
    await mailerFor(server.urlWithLogin).sendDue();
    expect(server.received).toMatchObject([{ to: [email], isEncrypted: true, user: 'trips' }]);
  });

  it('that is away holds up no page; the mail is sent when it is back, and the log says so without addresses', async () => {
    expect((await forget(email)).status).toBe(200);
    const away = mailerFor('smtp://127.0.0.1:1');
    await away.sendDue();
    expect(away.lines).toMatchObject([
      ['warn', { kind: 'PASSWORD_RESET', attempt: 1 }, 'the mail server of SMTP_URL cannot be reached; trying again'],
    ]);
    expect(JSON.stringify(away.lines)).not.toContain(email);
    expect(await mails()).toEqual([]); // not before the pause is over
    service.clock.advance(10);
    expect((await mails()).map(({ to }) => to)).toEqual([[email]]);
  });

  it('that stays away loses a link only with an error in the log, once the link is over', async () => {
    await forget(email);
    const away = mailerFor('smtp://127.0.0.1:1');
    for (let minute = 0; minute < 61; minute += 1) {
      await away.sendDue();
      service.clock.advance(60);
    }
    const levels = away.lines.map(([level]) => level);
    expect([levels.slice(0, -1).every((level) => level === 'warn'), levels.at(-1)]).toEqual([true, 'error']);
    expect(away.lines.at(-1)?.[2]).toContain('mail given up');
    expect(await mails()).toEqual([]);
  });

  it('that refuses the login gets the mail once the login is right', async () => {
    const server = await startMailServer();
    await forget(email);
    const refused = mailerFor(server.urlWithLogin.replace(/:[^:@]+@/, ':an-old-password@'));
    await refused.sendDue();
    expect(refused.lines).toMatchObject([
      ['warn', { responseCode: 535 }, 'the mail server of SMTP_URL refused the login; trying again'],
    ]);
    service.clock.advance(60);
    await mailerFor(server.urlWithLogin).sendDue();
    expect(server.received).toHaveLength(1);
    await server.close();
  });

  it('without the STARTTLS that the URL requires gets no mail, which waits and is sent once there is one', async () => {
    const plain = await startMailServer({ disabledCommands: ['STARTTLS'] });
    await forget(email);
    const insisting = mailerFor(`${plain.url}&requireTLS=true`);
    await insisting.sendDue();
    expect(insisting.lines).toMatchObject([
      ['warn', { code: 'ETLS', responseCode: 500 }, expect.stringContaining('offers no STARTTLS')],
    ]);
    expect(plain.received).toEqual([]);
    await plain.close();
    service.clock.advance(10);
    expect((await mails()).map(({ to }) => to)).toEqual([[email]]);
  });

  it('that refuses a mail for good is not asked again', async () => {
    const strict = await startMailServer({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    });
    await forget(email);
    const refused = mailerFor(strict.url);
    await refused.sendDue();
    expect(refused.lines).toMatchObject([['error', { responseCode: 550 }, expect.stringContaining('given up')]]);
    service.clock.advance(3_600);
    expect(await mails()).toEqual([]);
    await strict.close();
  });
});
