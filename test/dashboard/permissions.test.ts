import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dashboardRoutes, routeOf } from '../../reliability/support/dashboardRoutes.ts';
import { ROOT } from '../../reliability/support/directories.ts';
import { mayRole, PERMISSIONS, type Permission } from '../../src/accounts/permissions.ts';
import { MEMBER_ROLES, type MemberRole } from '../../src/contract/values.ts';
import { dashboard } from '../../src/dashboard/dashboard.ts';
import { navigationFor } from '../../src/dashboard/navigation.ts';
import { newMember, ownerForFile, ownerOf, type Visitor, visitor } from '../support/browserClient.ts';
import { agree } from '../support/drivers.ts';

/** What everybody reaches before the sign-in. */
const PUBLIC = ['/app/sign-in', '/app/sign-in/code', '/app/invitations/:token', '/app/forgotten-password'];

const { service, account, owner } = await ownerForFile();
const routes = await dashboardRoutes(dashboard, { database: service.database, sendsMail: true });
const members = {
  OWNER: owner,
  DISPATCHER: await newMember(service, owner, { role: 'DISPATCHER' }),
  VIEWER: await newMember(service, owner, { role: 'VIEWER' }),
} satisfies Record<MemberRole, unknown>;

/** What each route needs, except pages that every member can look at. */
const NEEDS: Record<Exclude<Permission, 'VIEW'>, string[]> = {
  ACCOUNT: [
    'GET /app/rides/contractors/:id/end',
    'POST /app/account/name',
    'POST /app/account/voucher',
    'POST /app/rides/contractors',
  ],
  AUDIT: ['GET /app/account/audit'],
  DRIVERS: ['GET /app/drivers/:id/end', 'POST /app/drivers', 'POST /app/drivers/end'],
  KEYS: [
    'GET /app/developers/keys/:keyId/rename',
    'GET /app/developers/keys/:keyId/revoke',
    'GET /app/developers/keys/:keyId/rotate',
    'GET /app/developers/keys/new',
    'POST /app/developers/keys',
    'POST /app/developers/keys/:keyId/rename',
    'POST /app/developers/keys/:keyId/revoke',
    'POST /app/developers/keys/:keyId/rotate',
  ],
  MEMBERS: [
    'GET /app/account/members/:id',
    'GET /app/account/members/:id/remove',
    'GET /app/account/members/invite',
    'POST /app/account/members/:id/remove',
    'POST /app/account/members/:id/role',
    'POST /app/account/members/invitations/:id/withdraw',
    'POST /app/account/members/invite',
  ],
  OWN_PROFILE: [
    'GET /app/account/totp',
    'POST /app/account/email',
    'POST /app/account/password',
    'POST /app/account/profile',
    'POST /app/account/sessions/:id/end',
    'POST /app/account/sessions/end-others',
    'POST /app/account/totp/off',
    'POST /app/account/totp/on',
    'POST /app/account/totp/recovery-codes',
    'POST /app/sign-out',
    'POST /app/sign-out-everywhere',
  ],
  PRICING: [
    'GET /app/pricing/new',
    'POST /app/pricing/:id',
    'POST /app/pricing/:id/restore',
    'POST /app/pricing/:id/retire',
    'POST /app/pricing/new',
  ],
  PRIVACY: ['GET /app/riders/:id/data.json', 'GET /app/riders/:id/erase', 'POST /app/riders/:id/erase'],
  RIDERS: ['GET /app/riders/new', 'POST /app/riders/:id', 'POST /app/riders/new'],
  TRIPS: [
    'GET /app/places',
    'GET /app/trips/:id/cancel',
    'GET /app/trips/:id/edit',
    'GET /app/trips/assign',
    'GET /app/trips/new',
    'POST /app/calendar',
    'POST /app/calendar/end',
    'POST /app/rides/:id/advance',
    'POST /app/rides/:id/decline',
    'POST /app/rides/:id/undo',
    'POST /app/trips/:id/advance',
    'POST /app/trips/:id/assign',
    'POST /app/trips/:id/cancel',
    'POST /app/trips/:id/edit',
    'POST /app/trips/:id/edit/price',
    'POST /app/trips/:id/undo',
    'POST /app/trips/assign',
    'POST /app/trips/new',
  ],
  VEHICLES: [
    'GET /app/vehicles/new',
    'POST /app/vehicles/:id',
    'POST /app/vehicles/:id/restore',
    'POST /app/vehicles/:id/retire',
    'POST /app/vehicles/new',
  ],
  WEBHOOKS: [
    'GET /app/developers/webhooks/:id/delete',
    'GET /app/developers/webhooks/:id/rotate',
    'GET /app/developers/webhooks/new',
    'POST /app/developers/webhooks/:id/delete',
    'POST /app/developers/webhooks/:id/disable',
    'POST /app/developers/webhooks/:id/enable',
    'POST /app/developers/webhooks/:id/redeliver',
    'POST /app/developers/webhooks/:id/rotate',
    'POST /app/developers/webhooks/:id/test',
    'POST /app/developers/webhooks/new',
  ],
};

const REFUSED = 'You are not allowed to do this';

describe('the routes of the dashboard', () => {
  it('declare what they need, or are for everybody', () => {
    expect(routes.length).toBeGreaterThan(25);
    const undeclared = routes.filter(({ url, permission }) => !permission && !PUBLIC.includes(url));
    expect(undeclared.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });

  it('need what is listed here, and VIEW is only for pages', () => {
    const listed = Object.entries(NEEDS).flatMap(([permission, names]) =>
      names.map((name) => `${name}: ${permission}`),
    );
    const declared = routes
      .filter(({ method, permission }) => permission && !(method === 'GET' && permission === 'VIEW'))
      .map(({ method, url, permission }) => `${method} ${url}: ${permission}`);
    expect(declared.sort()).toEqual(listed.sort());
  });

  it.each(MEMBER_ROLES)('are open to each %s by the table alone', async (role) => {
    for (const { method, url, permission } of routes.filter((route) => route.permission)) {
      const path = url.replace(/:\w+/, '0'.repeat(24));
      // Signing out is tried last of all: by a form that has no token, it changes nothing.
      const { status, html } = await members[role].request(path, { method });
      const isAllowed = mayRole(role, permission as Permission);
      expect([method, url, html.includes(REFUSED)]).toEqual([method, url, !isAllowed]);
      if (!isAllowed) expect([status, html]).toEqual([403, expect.stringContaining('You need the role Owner')]);
    }
  });

  it('that are refused are not shown as another section of the navigation', async () => {
    const { html } = await members.VIEWER.get('/app/riders/new');
    expect([html.includes(REFUSED), html.includes('aria-current="page"')]).toEqual([true, false]);
  });

  it('of a section for one role alone are not found by the other', async () => {
    const contractor = await ownerOf(service, await service.account({ role: 'CONTRACTOR' }));
    const [drivers, contractors] = (['DRIVER', 'CONTRACTOR'] as const).map((role) =>
      navigationFor(role).map(({ path }) => path),
    ) as [string[], string[]];
    const onlyIn = (own: string[], other: string[]) => own.filter((path) => !other.includes(path));
    const foreign = [
      ...onlyIn(contractors, drivers).map((path) => ({ path, browser: owner })),
      ...onlyIn(drivers, contractors).map((path) => ({ path, browser: contractor })),
    ];
    expect(foreign.length).toBeGreaterThan(1);
    for (const { path, browser } of foreign) expect([path, (await browser.get(path)).status]).toEqual([path, 404]);
  });

  it('that only take a form lead to the page of the form when they are opened', async () => {
    const isPage = (path: string) => routeOf(routes, 'GET', path) !== undefined;
    const actions = routes.filter(({ method, url, permission }) => method === 'POST' && permission && !isPage(url));
    expect(actions.length).toBeGreaterThan(20);
    const lost: string[] = [];
    for (const { url } of actions) {
      const { status, headers } = await owner.get(url.replaceAll(/:\w+/g, '0'.repeat(24)));
      if (status !== 303 || !isPage(headers.get('location') ?? ''))
        lost.push(`${url}: ${status} ${headers.get('location')}`);
    }
    expect(lost).toEqual([]);
  });

  it('answer an address of any length with headers that clients accept', async () => {
    const pages = routes.filter(({ method }) => method === 'GET');
    expect(pages.length).toBeGreaterThan(25);
    const stranger = visitor(service.url);
    const query = ['q', 'month', 'from', 'to', 'day'].map((name) => `${name}=${'%C3%A9'.repeat(400)}`).join('&');
    const long: string[] = [];
    for (const { url } of pages)
      for (const browser of [stranger, owner]) {
        const { headers } = await browser.get(`${url.replaceAll(/:\w+/g, '0'.repeat(24))}?${query}`);
        if ([...headers.values()].join().length > 4_000) long.push(url);
      }
    expect(long).toEqual([]);
  });

  it('hide from pages what a role may not do', async () => {
    const shown = async (role: MemberRole, path: string) => (await members[role].get(path)).html;
    for (const [path, link] of [
      ['/app/riders', '/app/riders/new'],
      ['/app/vehicles', '/app/vehicles/new'],
    ] as const)
      expect(await Promise.all(MEMBER_ROLES.map(async (role) => (await shown(role, path)).includes(link)))).toEqual([
        true,
        true,
        false,
      ]);
    for (const [path, link] of [
      ['/app/pricing', '/app/pricing/new'],
      ['/app/developers', '/app/developers/keys/new'],
      ['/app/account/members', '/app/account/members/invite'],
    ] as const)
      expect(await Promise.all(MEMBER_ROLES.map(async (role) => (await shown(role, path)).includes(link)))).toEqual([
        true,
        false,
        false,
      ]);
  });

  it('show a role what it may not change as text, and say who may', async () => {
    const scheme = `/app/pricing/${account.pricingSchemes[0]?.pricingSchemeId}`;
    const rider = `/app/riders/${account.riders[0]?.clientId}`;
    const vehicle = `/app/vehicles/${account.vehicles[0]?.vehicleId}`;
    for (const [path, field, value, allowed, roles] of [
      [scheme, 'trip-km', 'Per km (€)', 'Owner', ['DISPATCHER', 'VIEWER']],
      ['/app/account', 'legalName', 'Legal name', 'Owner', ['DISPATCHER', 'VIEWER']],
      [rider, 'lastName', 'Last name', 'Owner or Dispatcher', ['VIEWER']],
      [vehicle, 'plate', 'Licence plate', 'Owner or Dispatcher', ['VIEWER']],
    ] as const)
      for (const role of MEMBER_ROLES) {
        const html = (await members[role].get(path)).html;
        const isText = html.includes(`<dt>${value}</dt>`);
        const isSaid = html.includes(`You can only read this. Changing it needs the role ${allowed}.`);
        const isForm = html.includes(`id="${field}"`);
        const isReader = (roles as readonly string[]).includes(role);
        expect([path, role, isText, isSaid, isForm]).toEqual([path, role, isReader, isReader, !isReader]);
      }
  });

  it('tell only those who may that an empty list can be filled, and the others who may', async () => {
    const empty = await service.account({ role: 'CONTRACTOR' });
    for (const table of ['vehicles', 'riders', 'pricing_schemes', 'api_keys'])
      await service.database.query({ text: `DELETE FROM ${table} WHERE account_id = $1`, values: [empty.accountId] });
    const endpoint = await account.api.send('POST', '/v1/webhook-endpoints', {
      body: { url: 'https://example.com/in' },
    });
    const itsOwner = await ownerOf(service, empty);
    const itsViewer = await newMember(service, itsOwner, { role: 'VIEWER' });
    for (const [path, toDo, allowed, [may, mayNot]] of [
      ['/app/drivers', 'Invite a driver', 'Owner or Dispatcher', [itsOwner, itsViewer]],
      ['/app/vehicles', 'Add your vehicles', 'Owner or Dispatcher', [itsOwner, itsViewer]],
      ['/app/riders', 'You can also add them here.', 'Owner or Dispatcher', [itsOwner, itsViewer]],
      ['/app/pricing', 'New scheme', 'Owner', [itsOwner, itsViewer]],
      ['/app/developers', 'Create a key', 'Owner', [itsOwner, itsViewer]],
      ['/app/developers/webhooks', 'Add endpoint', 'Owner', [itsOwner, itsViewer]],
      [`/app/developers/webhooks/${endpoint.body.data._id}`, 'Send a test event', 'Owner', [owner, members.VIEWER]],
    ] as const)
      for (const visitor of [may, mayNot]) {
        const { html } = await visitor.get(path);
        const isSaid = html.includes(`You can only read this. Changing it needs the role ${allowed}.`);
        expect([path, html.includes('class="empty"'), html.includes(toDo), isSaid]).toEqual([
          ...[path, true],
          ...[visitor === may, visitor === mayNot],
        ]);
      }
  });

  it('say to a viewer who may change the list of drivers', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    await agree(service, contractor, await service.account());
    const its = await ownerOf(service, contractor);
    const said = 'You can only read this. Changing it needs the role Owner or Dispatcher.';
    const viewer = await newMember(service, its, { role: 'VIEWER' });
    expect((await viewer.get('/app/drivers')).html).toContain(said);
    expect((await its.get('/app/drivers')).html).not.toContain(said);
  });

  it('say to a viewer that a trip has no driver, where others assign one', async () => {
    const contractor = await service.account({ role: 'CONTRACTOR' });
    const its = await ownerOf(service, contractor);
    const viewer = await newMember(service, its, { role: 'VIEWER' });
    const { _id } = await contractor.api.createdTrip();
    const card = async (visitor: Visitor) =>
      /<h2[^>]*>Driver<\/h2>.*?<\/section>/s.exec((await visitor.get(`/app/trips/${_id}`)).html)?.[0] ?? '';
    expect(await card(viewer)).toContain('<p>No driver</p>');
    expect(await card(its)).not.toContain('<p>No driver</p>');
  });

  it('offer nobody to manage what they may only look at', async () => {
    for (const [path, manage, show] of [
      ['/app/account', 'Manage members', 'Show members'],
      ['/app/developers', 'Manage webhooks', 'Show webhooks'],
    ] as const)
      for (const role of MEMBER_ROLES) {
        const { html } = await members[role].get(path);
        expect([role, html.includes(manage), html.includes(show)]).toEqual([role, role === 'OWNER', role !== 'OWNER']);
      }
  });
});

const SENSITIVE = {
  'Issuing and rotating API keys': ['/app/developers/keys', '/app/developers/keys/:keyId/rotate'],
  'Adding a webhook endpoint, rotating its secret': [
    '/app/developers/webhooks/new',
    '/app/developers/webhooks/:id/rotate',
  ],
  'Inviting, changing and removing members': [
    '/app/account/members/invite',
    '/app/account/members/:id/role',
    '/app/account/members/:id/remove',
    '/app/account/members/invitations/:id/withdraw',
  ],
  "Changing one's e-mail address": ['/app/account/email'],
  'Switching two-step verification on or off, new recovery codes': [
    '/app/account/totp/on',
    '/app/account/totp/off',
    '/app/account/totp/recovery-codes',
  ],
  'Erasing a rider': ['/app/riders/:id/erase'],
};

it('docs/members.md lists what asks for the password again', () => {
  const sensitive = routes.filter(({ isSensitive }) => isSensitive).map(({ url }) => url);
  expect(sensitive.sort()).toEqual(Object.values(SENSITIVE).flat().sort());
  const [, section = ''] = readFileSync(join(ROOT, 'docs/members.md'), 'utf8').split('## What asks for the password');
  expect([...section.matchAll(/^- (.*)$/gm)].map(([, line]) => line)).toEqual(Object.keys(SENSITIVE));
});

it('the table of permissions in docs/members.md is the one in the code', () => {
  const mark = (isAllowed: boolean) => (isAllowed ? 'yes' : '');
  const rows = (Object.keys(PERMISSIONS) as Permission[]).map((permission) =>
    [`\`${permission}\``, ...MEMBER_ROLES.map((role) => mark(mayRole(role, permission)))].join(' | '),
  );
  const text = readFileSync(join(ROOT, 'docs/members.md'), 'utf8').replaceAll(/ +/g, ' ');
  expect(rows.filter((row) => !text.includes(`| ${row}`.replaceAll(/ +/g, ' ')))).toEqual([]);
});
