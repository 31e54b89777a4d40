import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { dashboardRoutes } from '../../reliability/support/dashboardRoutes.ts';
import { ACTIONS, type Action, type AuditEntry, listAuditEntries } from '../../src/audit/auditStore.ts';
import { sweepAudit } from '../../src/audit/auditSweep.ts';
import { dashboard } from '../../src/dashboard/dashboard.ts';
import { actionWords } from '../../src/dashboard/words/audit.ts';
import { LAYOUTS } from '../../src/database/layout/placement.ts';
import { newId } from '../../src/identifiers.ts';
import {
  formsOf,
  newMember,
  ownerForFile,
  ownerOf,
  PASSWORD,
  signIn,
  type Visitor,
  visitor,
} from '../support/browserClient.ts';
import type { TestAccount } from '../support/service.ts';
import { addEndpointFor, delivererOf, startReceiver } from '../support/webhooks.ts';

const { service, account, owner } = await ownerForFile({}, { env: { WEBHOOK_TARGETS: 'any' } });
const email = account.invitation?.email ?? '';
const AUDIT = '/app/account/audit';

const entriesOf = ({ accountId }: Pick<TestAccount, 'accountId'>): Promise<AuditEntry[]> =>
  listAuditEntries(service.database, accountId, { offset: 0, limit: 1_000 });
const actionsOf = async (of: Pick<TestAccount, 'accountId'>) => (await entriesOf(of)).map(({ action }) => action);
const newest = async () => (await entriesOf(account))[0];
const byMember = (action: string, subject: object = {}) =>
  expect.objectContaining({
    ...{ actor: 'MEMBER', actorId: expect.stringMatching(/^[0-9a-f]{24}$/), actorName: email },
    ...{ address: '127.0.0.1', action, subject },
  });

async function firstId(table: string, column: string): Promise<string> {
  const { rows } = await service.database.query<{ id: string }>({
    text: `SELECT ${column} AS id FROM ${table} WHERE account_id = $1 ORDER BY created_at DESC, 1 DESC LIMIT 1`,
    values: [account.accountId],
  });
  return rows[0]?.id ?? '';
}

describe('the audit log', () => {
  it('has who did what and from which address, for every action of a member', async () => {
    const keys = '/app/developers/keys';
    const hooks = '/app/developers/webhooks';
    const id = {
      keyId: '',
      endpointId: '',
      otherSchemeId: '',
      schemeId: account.pricingSchemes[0]?.pricingSchemeId ?? '',
      riderId: account.riders[0]?.clientId ?? '',
    };
    const steps: [what: () => Promise<{ status: number }>, action: string][] = [
      [() => owner.submit(`${keys}/new`, keys, { name: 'Garage', days: '' }), 'KEY_ISSUED'],
      [
        async () => {
          id.keyId = await firstId('api_keys', 'key_id');
          return owner.submit(`${keys}/${id.keyId}/rename`, `${keys}/${id.keyId}/rename`, { name: 'Depot' });
        },
        'KEY_RENAMED',
      ],
      [() => owner.submit(`${keys}/${id.keyId}/rotate`, `${keys}/${id.keyId}/rotate`), 'KEY_ROTATED'],
      [() => owner.submit(`${keys}/${id.keyId}/revoke`, `${keys}/${id.keyId}/revoke`), 'KEY_REVOKED'],
      [() => owner.submit(`${hooks}/new`, `${hooks}/new`, { url: 'https://hooks.example/a' }), 'WEBHOOK_ADDED'],
      [
        async () => {
          id.endpointId = await firstId('webhook_endpoints', 'endpoint_id');
          return owner.submit(`${hooks}/${id.endpointId}`, `${hooks}/${id.endpointId}/disable`);
        },
        'WEBHOOK_DISABLED',
      ],
      [() => owner.submit(`${hooks}/${id.endpointId}`, `${hooks}/${id.endpointId}/enable`), 'WEBHOOK_ENABLED'],
      [
        () => owner.submit(`${hooks}/${id.endpointId}/rotate`, `${hooks}/${id.endpointId}/rotate`),
        'WEBHOOK_SECRET_ROTATED',
      ],
      [() => owner.submit(`${hooks}/${id.endpointId}/delete`, `${hooks}/${id.endpointId}/delete`), 'WEBHOOK_DELETED'],
      [() => owner.change(`/app/pricing/${id.schemeId}`, { do: 'save' }), 'SCHEME_CHANGED'],
      [() => owner.change('/app/pricing/new', { do: 'save', name: 'Nights' }), 'SCHEME_ADDED'],
      [
        async () => {
          id.otherSchemeId = await firstId('pricing_schemes', 'pricing_scheme_id');
          return owner.submit(`/app/pricing/${id.otherSchemeId}`, `/app/pricing/${id.otherSchemeId}/retire`);
        },
        'SCHEME_RETIRED',
      ],
      [
        () => owner.submit(`/app/pricing/${id.otherSchemeId}`, `/app/pricing/${id.otherSchemeId}/restore`),
        'SCHEME_RESTORED',
      ],
      [() => owner.change(`/app/riders/${id.riderId}`, { lastName: 'Byron' }), 'RIDER_CHANGED'],
      [() => owner.get('/app/trips.csv'), 'TRIPS_EXPORTED'],
      [() => owner.get('/app/riders.csv'), 'RIDERS_EXPORTED'],
      [() => owner.get('/app/trips/totals.csv?month=2027-03'), 'TOTALS_EXPORTED'],
      [() => owner.submit('/app/calendar', '/app/calendar'), 'CALENDAR_LINK_CREATED'],
      [() => owner.submit('/app/calendar', '/app/calendar/end'), 'CALENDAR_LINK_ENDED'],
      [() => owner.submit('/app/account', '/app/account/name', { 'account-name': 'Berlines' }), 'ACCOUNT_RENAMED'],
      [
        () => owner.submit('/app/account', '/app/account/voucher', { legalName: 'Berlines SARL', siren: '732829320' }),
        'BUSINESS_DETAILS_CHANGED',
      ],
      [
        () => owner.submit('/app/account', '/app/account/password', { current: PASSWORD, next: 'plateau gris 1887' }),
        'PASSWORD_CHANGED',
      ],
      [
        () => owner.submit('/app/account', '/app/account/password', { current: 'wrong', next: PASSWORD }),
        'PASSWORD_REFUSED',
      ],
      [
        () => owner.submit('/app/account', '/app/account/password', { current: 'plateau gris 1887', next: PASSWORD }),
        'PASSWORD_CHANGED',
      ],
    ];
    for (const [act, action] of steps) {
      const { status } = await act();
      expect([action, status]).toEqual([action, expect.toBeOneOf([200, 201, 303, 422])]);
      expect(await newest()).toEqual(byMember(action, expect.anything()));
    }
  });

  it('names what an action concerned, and no secret', async () => {
    const entries = await entriesOf(account);
    const subjectOf = (action: string) => entries.find((entry) => entry.action === action)?.subject;
    expect(subjectOf('KEY_ISSUED')).toEqual({ keyId: expect.any(String), name: 'Garage' });
    expect(subjectOf('KEY_ROTATED')).toEqual({ keyId: expect.any(String), to: expect.any(String) });
    expect(subjectOf('WEBHOOK_ADDED')).toEqual({ endpointId: expect.any(String), url: 'https://hooks.example/a' });
    expect(subjectOf('RIDER_CHANGED')).toEqual({ riderId: account.riders[0]?.clientId });
    expect(subjectOf('TOTALS_EXPORTED')).toEqual({ month: '2027-03' });
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|trip_live_|plateau gris/);
  });

  it('has sign-ins, also failed ones, and sign-outs', async () => {
    const browser = visitor(service.url);
    await signIn(browser, account, 'not the password');
    await expect.poll(newest).toMatchObject({
      ...{ actor: 'STRANGER', actorId: null, address: '127.0.0.1', action: 'SIGN_IN_FAILED', subject: { email } },
    });
    await signIn(browser, account);
    expect(await newest()).toEqual(byMember('SIGNED_IN'));
    await browser.submit('/app/account', '/app/sign-out');
    expect(await newest()).toEqual(byMember('SIGNED_OUT'));
    await signIn(browser, account);
    await browser.submit('/app/account', '/app/sign-out-everywhere');
    expect(await newest()).toEqual(byMember('SIGNED_OUT_EVERYWHERE'));
    expect((await signIn(owner, account)).status).toBe(303);
  });

  it('has no failed sign-in of an unknown address: there is no account to show it to', async () => {
    const count = async () =>
      (await service.database.query<{ count: number }>({ text: 'SELECT count(*) FROM audit_log' })).rows[0]?.count;
    const before = await count();
    await visitor(service.url).submit('/app/sign-in', '/app/sign-in', { email: 'x@example.com', password: 'y' });
    expect(await count()).toBe(before);
  });

  it('has members from the invitation to the end', async () => {
    const member = await newMember(service, owner, { role: 'VIEWER', email: 'vera@example.com' });
    expect(await newest()).toMatchObject({
      ...{ actor: 'MEMBER', actorName: 'vera@example.com', action: 'MEMBER_JOINED', subject: { role: 'VIEWER' } },
    });
    const memberId = (await newest())?.actorId ?? '';
    const page = `/app/account/members/${memberId}`;
    await owner.submit(page, `${page}/role`, { role: 'DISPATCHER' });
    const subject = { memberId, email: member.email };
    expect(await newest()).toEqual(byMember('MEMBER_ROLE_CHANGED', { ...subject, role: 'DISPATCHER' }));
    await owner.submit(`${page}/remove`, `${page}/remove`);
    expect(await newest()).toEqual(byMember('MEMBER_REMOVED', subject));
    expect(await actionsOf(account)).toContain('MEMBER_INVITED');
  });

  it('has what a key does with webhooks', async () => {
    const { body } = await account.api.send('POST', '/v1/webhook-endpoints', { body: { url: 'https://a.example/b' } });
    const { _id } = body.data;
    for (const [method, path, action] of [
      ['POST', '/disable', 'WEBHOOK_DISABLED'],
      ['POST', '/enable', 'WEBHOOK_ENABLED'],
      ['POST', '/rotate-secret', 'WEBHOOK_SECRET_ROTATED'],
      ['DELETE', '', 'WEBHOOK_DELETED'],
    ] as const) {
      expect((await account.api.send(method, `/v1/webhook-endpoints/${_id}${path}`)).status).toBe(200);
      expect(await newest()).toMatchObject({
        ...{ actor: 'KEY', actorId: account.key.keyId, address: '127.0.0.1', action },
        subject: { endpointId: _id, url: 'https://a.example/b' },
      });
    }
    expect((await account.api.send('DELETE', `/v1/webhook-endpoints/${_id}`)).status).toBe(404);
    expect((await newest())?.action).toBe('WEBHOOK_DELETED');
    expect((await actionsOf(account)).filter((action) => action === 'WEBHOOK_DELETED')).toHaveLength(2);
  });

  it('has what a member ended, an address that was changed, and what was done with the data of a rider', async () => {
    const fresh = await service.account();
    const host = await ownerOf(service, fresh);
    const latest = async () => (await entriesOf(fresh))[0];
    const actionOf = async (page: string, end: string) =>
      formsOf((await host.get(page)).html).find(({ action }) => action.endsWith(end))?.action ?? '';
    await signIn(visitor(service.url), fresh);
    const session = await actionOf('/app/account', '/end');
    await host.submit('/app/account', session);
    expect(await latest()).toMatchObject({
      ...{ action: 'SESSION_ENDED', subject: { sessionId: session.match(/[0-9a-f]{24}/)?.[0] } },
    });
    const entries = (await entriesOf(fresh)).length;
    await host.post(session, await tokenOf(host)); // it has ended already
    expect(await entriesOf(fresh)).toHaveLength(entries);
    await signIn(visitor(service.url), fresh);
    await host.submit('/app/account', '/app/account/sessions/end-others');
    expect(await latest()).toMatchObject({ action: 'OTHER_SESSIONS_ENDED' });
    const members = '/app/account/members';
    const invited = { email: 'late@example.com', name: 'Late', role: 'VIEWER' };
    await host.submit(`${members}/invite`, `${members}/invite`, invited);
    await host.submit(members, await actionOf(members, '/withdraw'));
    expect(await latest()).toMatchObject({ action: 'INVITATION_WITHDRAWN', subject: { email: 'late@example.com' } });
    const riderId = fresh.riders[0]?.clientId ?? '';
    await host.get(`/app/riders/${riderId}/data.json`);
    expect(await latest()).toMatchObject({ action: 'RIDER_EXPORTED', subject: { riderId } });
    await host.submit(`/app/riders/${riderId}/erase`, `/app/riders/${riderId}/erase`);
    expect(await latest()).toMatchObject({ action: 'RIDER_ERASED', subject: { riderId } });
    await host.submit('/app/account', '/app/account/email', { email: 'new@example.com' });
    expect(await latest()).toMatchObject({ action: 'EMAIL_CHANGED', subject: { email: 'new@example.com' } });
  });

  it('has agreements between contractors and drivers, for both', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const [dispatcher, driver] = [await ownerOf(service, contractor), await newDriver()];
    const { name } = contractor.account;
    const invite = () => dispatcher.submit('/app/drivers', '/app/drivers', { email: driver.email });
    const answer = (answer: string) => driver.submit('/app/rides', '/app/rides/contractors', { answer });
    const stop = `/app/rides/contractors/${contractor.accountId}/end`;
    const remove = `/app/drivers/${driver.accountId}/end`;
    const steps: [act: () => Promise<unknown>, action: string, by: 'driver' | 'contractor', isForDriver: boolean][] = [
      [invite, 'DRIVER_INVITED', 'contractor', false],
      [() => answer('DECLINED'), 'AGREEMENT_DECLINED', 'driver', true],
      [invite, 'DRIVER_INVITED', 'contractor', false],
      [() => dispatcher.submit('/app/drivers', '/app/drivers/end'), 'INVITATION_WITHDRAWN', 'contractor', false],
      [invite, 'DRIVER_INVITED', 'contractor', false],
      [() => answer('AGREED'), 'AGREEMENT_ACCEPTED', 'driver', true],
      [() => driver.submit(stop, '/app/rides/contractors'), 'AGREEMENT_ENDED', 'driver', true],
      [invite, 'DRIVER_INVITED', 'contractor', false],
      [() => answer('AGREED'), 'AGREEMENT_ACCEPTED', 'driver', true],
      [() => dispatcher.submit(remove, '/app/drivers/end'), 'AGREEMENT_ENDED', 'contractor', true],
    ];
    const other = { actor: 'MEMBER', actorId: null, address: null, subject: {} };
    for (const [act, action, by, isForDriver] of steps) {
      const before = (await entriesOf(driver)).length;
      await act();
      const own = { actor: 'MEMBER', actorId: expect.any(String), address: '127.0.0.1', action };
      const [atContractor, atDriver] = [(await entriesOf(contractor))[0], (await entriesOf(driver))[0]];
      expect((await entriesOf(driver)).length - before).toBe(isForDriver ? 1 : 0);
      if (by === 'driver') {
        expect(atContractor).toMatchObject({ ...other, action, actorName: driver.email });
        expect(atDriver).toMatchObject({ ...own, actorName: driver.email, subject: { contractor: name } });
      } else {
        expect(atContractor).toMatchObject({ ...own, subject: { email: driver.email } });
        if (isForDriver) expect(atDriver).toMatchObject({ ...other, action, actorName: name });
      }
    }
    await invite();
    await answer('AGREED');
    await invite(); // which changes nothing
    expect((await entriesOf(contractor))[0]?.action).toBe('AGREEMENT_ACCEPTED');
  });

  it.each(LAYOUTS)('has an endpoint that the service disabled, once, with the reason (%s)', async (layout) => {
    const receiver = await startReceiver();
    const subscriber = await service.account();
    const endpoint = await addEndpointFor(subscriber, receiver.url);
    const held: ServerResponse[] = [];
    receiver.answer((response) => {
      held.push(response);
      if (receiver.received.length > 1) for (const each of held.splice(0)) each.writeHead(410).end(); // several at once
    });
    await Promise.all([1, 2, 3, 4].map(() => subscriber.api.createdTrip()));
    await delivererOf({ database: { ...service.serving, layout }, clock: service.clock }).deliverAll();
    expect(receiver.received.length).toBeGreaterThan(1);
    const disabled = (await entriesOf(subscriber)).filter(({ action }) => action === 'WEBHOOK_DISABLED');
    expect(disabled).toEqual([
      expect.objectContaining({
        ...{ actor: 'OPERATOR', address: null },
        subject: { endpointId: endpoint._id, url: receiver.url, reason: 'GONE' },
      }),
    ]);
    const browser = await ownerOf(service, subscriber);
    expect((await browser.get(AUDIT)).html).toContain('it answered 410 Gone');
    expect((await browser.get(AUDIT, { 'accept-language': 'fr' })).html).toContain('il a répondu 410 Gone');
  });

  it('has no entry for what did not happen', async () => {
    const before = await actionsOf(account);
    const page = `/app/account/members/${(await entriesOf(account)).find(({ actorName }) => actorName === email)?.actorId}`;
    expect((await owner.submit(`${page}/remove`, `${page}/remove`)).status).toBe(422); // the last owner
    expect((await owner.post(`/app/developers/keys/${newId()}/revoke`, await tokenOf(owner))).status).toBe(404);
    expect(await actionsOf(account)).toEqual(before);
  });
});

async function newDriver() {
  const account = await service.account();
  const browser = await ownerOf(service, account);
  return { ...browser, accountId: account.accountId, email: account.invitation?.email ?? '' };
}

const tokenOf = async (browser: Visitor) => {
  const formToken = /name="formToken" value="([^"]+)"/.exec((await browser.get('/app/account')).html)?.[1] ?? '';
  return { formToken };
};

describe('the entries of the audit log', () => {
  const refused = (text: string) => service.database.query({ text, values: [account.accountId] });

  it('cannot be changed, deleted or emptied', async () => {
    const before = await entriesOf(account);
    for (const text of [
      `UPDATE audit_log SET action = 'NOTHING' WHERE account_id = $1`,
      'DELETE FROM audit_log WHERE account_id = $1',
    ])
      await expect(refused(text)).rejects.toThrow('the audit log is append-only');
    await expect(service.database.query({ text: 'TRUNCATE audit_log' })).rejects.toThrow('append-only');
    expect(await entriesOf(account)).toEqual(before);
  });

  it('are deleted after twelve months', async () => {
    const { accountId } = await service.account();
    const insert = (age: string) =>
      service.database.query({
        text: `INSERT INTO audit_log (account_id, recorded_at, entry_id, actor, action, subject)
               VALUES ($1, now() - $2::interval, $3, 'OPERATOR', $3, '{}')`,
        values: [accountId, age, age],
      });
    await insert('12 months 1 day');
    await insert('11 months 25 days');
    await sweepAudit(service.database, new Date());
    expect(await actionsOf({ accountId })).toEqual([
      ...['MEMBER_INVITED', 'KEY_ISSUED', 'ACCOUNT_OPENED', '11 months 25 days'],
    ]);
  });
});

describe('the page of the audit log', () => {
  it('shows an owner the entries of the account, newest first, in pages', async () => {
    const long = await service.account();
    const host = await ownerOf(service, long);
    for (let number = 1; number <= 60; number += 1) {
      await service.database.query({
        text: `INSERT INTO audit_log (account_id, entry_id, actor, actor_name, action, subject)
               VALUES ($1, $2, 'MEMBER', 'ana@example.com', 'MEMBER_INVITED', $3)`,
        values: [long.accountId, newId(), { email: `invited-${number}@example.com`, role: 'DISPATCHER' }],
      });
    }
    const pageOf = async (query = '') => (await host.get(AUDIT + query)).html.replaceAll('<wbr/>', '');
    const first = await pageOf();
    expect(first).toContain('Member invited');
    expect(first).toContain('invited-60@example.com · Dispatcher');
    expect(first).not.toContain('invited-10@example.com');
    expect(first).toContain(`${AUDIT}?page=2`);
    const second = await pageOf('?page=2');
    expect(second).toContain('invited-10@example.com');
    expect(second).toContain('Operator of the service');
    expect(second).not.toContain('page=3');
    const past = await host.get(`${AUDIT}?page=7`);
    expect([past.status, past.html]).toEqual([404, expect.stringContaining('This list has only 2 pages')]);
    expect(past.html).toContain(`href="${AUDIT}?page=2"`);
    expect((await host.get(`${AUDIT}?page=x`)).status).toBe(200);
    expect((await host.get(AUDIT, { 'accept-language': 'fr' })).html).toContain('Journal d’audit');
    expect((await owner.get(AUDIT)).html).not.toContain('ana@example.com');
  });

  it('is linked for owners and closed to others', async () => {
    expect((await owner.get('/app/account')).html).toContain(AUDIT);
    const dispatcher = await newMember(service, owner, { role: 'DISPATCHER' });
    expect((await dispatcher.get('/app/account')).html).not.toContain(AUDIT);
    expect((await dispatcher.get(AUDIT)).status).toBe(403);
  });

  it('has a text for every action in both languages', () => {
    for (const language of ['en', 'fr'] as const) expect(Object.keys(actionWords[language])).toEqual([...ACTIONS]);
  });
});

/** What each form and each file leaves in the audit log. */
const RECORDED: Record<string, Action[]> = {
  'POST /app/account/email': ['EMAIL_CHANGED'],
  'POST /app/account/members/:id/remove': ['MEMBER_REMOVED'],
  'POST /app/account/members/:id/role': ['MEMBER_ROLE_CHANGED'],
  'POST /app/account/members/invitations/:id/withdraw': ['INVITATION_WITHDRAWN'],
  'POST /app/account/members/invite': ['MEMBER_INVITED'],
  'POST /app/account/name': ['ACCOUNT_RENAMED'],
  'POST /app/account/password': ['PASSWORD_CHANGED', 'PASSWORD_REFUSED'],
  'POST /app/account/sessions/:id/end': ['SESSION_ENDED'],
  'POST /app/account/sessions/end-others': ['OTHER_SESSIONS_ENDED'],
  'POST /app/account/totp/off': ['TOTP_SWITCHED_OFF'],
  'POST /app/account/totp/on': ['TOTP_SWITCHED_ON'],
  'POST /app/account/totp/recovery-codes': ['RECOVERY_CODES_RENEWED'],
  'POST /app/account/voucher': ['BUSINESS_DETAILS_CHANGED'],
  'POST /app/calendar': ['CALENDAR_LINK_CREATED'],
  'POST /app/calendar/end': ['CALENDAR_LINK_ENDED'],
  'POST /app/developers/keys': ['KEY_ISSUED'],
  'POST /app/developers/keys/:keyId/rename': ['KEY_RENAMED'],
  'POST /app/developers/keys/:keyId/revoke': ['KEY_REVOKED'],
  'POST /app/developers/keys/:keyId/rotate': ['KEY_ROTATED'],
  'POST /app/developers/webhooks/:id/delete': ['WEBHOOK_DELETED'],
  'POST /app/developers/webhooks/:id/disable': ['WEBHOOK_DISABLED'],
  'POST /app/developers/webhooks/:id/enable': ['WEBHOOK_ENABLED'],
  'POST /app/developers/webhooks/:id/rotate': ['WEBHOOK_SECRET_ROTATED'],
  'POST /app/developers/webhooks/new': ['WEBHOOK_ADDED'],
  'POST /app/drivers': ['DRIVER_INVITED'],
  'POST /app/drivers/end': ['AGREEMENT_ENDED', 'INVITATION_WITHDRAWN'],
  'POST /app/forgotten-password': ['PASSWORD_RESET_REQUESTED'],
  'POST /app/invitations/:token': ['MEMBER_JOINED', 'PASSWORD_CHANGED'],
  'POST /app/pricing/:id': ['SCHEME_CHANGED'],
  'POST /app/pricing/:id/restore': ['SCHEME_RESTORED'],
  'POST /app/pricing/:id/retire': ['SCHEME_RETIRED'],
  'POST /app/pricing/new': ['SCHEME_ADDED'],
  'POST /app/rides/contractors': ['AGREEMENT_ACCEPTED', 'AGREEMENT_DECLINED', 'AGREEMENT_ENDED'],
  'POST /app/riders/:id': ['RIDER_CHANGED'],
  'POST /app/riders/:id/erase': ['RIDER_ERASED'],
  'POST /app/sign-in': ['SIGNED_IN', 'SIGN_IN_FAILED'],
  'POST /app/sign-in/code': ['SIGNED_IN', 'CODE_REFUSED'],
  'POST /app/sign-out': ['SIGNED_OUT'],
  'POST /app/sign-out-everywhere': ['SIGNED_OUT_EVERYWHERE'],
  'GET /app/riders.csv': ['RIDERS_EXPORTED'],
  'GET /app/rides.csv': ['RIDES_EXPORTED'],
  'GET /app/riders/:id/data.json': ['RIDER_EXPORTED'],
  'GET /app/trips.csv': ['TRIPS_EXPORTED'],
  'GET /app/trips/totals.csv': ['TOTALS_EXPORTED'],
};

/** The others, with the reason. */
const NOT_RECORDED: Record<string, string> = {
  ...Object.fromEntries(
    ['new', 'assign', ':id/edit', ':id/cancel', ':id/assign', ':id/advance', ':id/undo'].map((path) => [
      `POST /app/trips/${path}`,
      'in the history of the trip, with who did it',
    ]),
  ),
  ...Object.fromEntries(
    [':id/advance', ':id/undo', ':id/decline'].map((path) => [`POST /app/rides/${path}`, 'in the history of the trip']),
  ),
  'POST /app/trips/:id/edit/price': 'saves nothing',
  'POST /app/account/profile': 'a member’s own name, which allows nothing',
  'POST /app/developers/webhooks/:id/redeliver': 'in the log of the endpoint, which was added on record',
  'POST /app/developers/webhooks/:id/test': 'in the log of the endpoint, and without data',
  'POST /app/riders/new': 'allows nothing, and takes nothing out',
  'POST /app/vehicles/:id': 'allows nothing, and takes nothing out',
  'POST /app/vehicles/:id/restore': 'allows nothing, and takes nothing out',
  'POST /app/vehicles/:id/retire': 'allows nothing, and takes nothing out',
  'POST /app/vehicles/new': 'allows nothing, and takes nothing out',
};

/** By the operator's command or the service itself: test/operator/audit.test.ts and test/operator/riders.test.ts. */
const NOT_BY_MEMBERS: Action[] = [
  'ACCOUNT_OPENED',
  'API_TIER_CHANGED',
  'VAT_CHANGED',
  'BACKUP_RESTORED',
  'RIDERS_EXPIRED',
];

describe('every form and every file of the dashboard', () => {
  it('is recorded, or has a reason not to be', async () => {
    const routes = await dashboardRoutes(dashboard, { database: service.database, sendsMail: true });
    const acting = routes.filter(({ method, url }) => method === 'POST' || /\.\w+$/.test(url));
    expect(acting.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(
      Object.keys({ ...RECORDED, ...NOT_RECORDED }).sort(),
    );
    expect([...new Set([...Object.values(RECORDED).flat(), ...NOT_BY_MEMBERS])].sort()).toEqual([...ACTIONS].sort());
  });

  it('is recorded by the tests above, or by those of rides, mails and two-step verification', async () => {
    const elsewhere = ['TOTP_SWITCHED_ON', 'TOTP_SWITCHED_OFF', 'RECOVERY_CODES_RENEWED', 'CODE_REFUSED'];
    const { rows } = await service.database.query<{ action: string }>({
      text: 'SELECT DISTINCT action FROM audit_log',
    });
    const recorded = new Set([
      ...elsewhere,
      'RIDES_EXPORTED',
      'PASSWORD_RESET_REQUESTED',
      ...rows.map(({ action }) => action),
    ]);
    const missing = Object.values(RECORDED)
      .flat()
      .filter((action) => !recorded.has(action));
    expect(missing).toEqual([]);
  });
});
