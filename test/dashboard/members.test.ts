import { describe, expect, it } from 'vitest';
import { formsOf, linkIn, newMember, ownerForFile, ownerOf, PASSWORD, visitor } from '../support/browserClient.ts';
import type { TestService } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();
const MEMBERS = '/app/account/members';
const INVITE = `${MEMBERS}/invite`;

const isSignedIn = async (browser: { get: typeof owner.get }) => (await browser.get('/app/account')).status === 200;

async function memberId(email: string): Promise<string> {
  const { rows } = await service.database.query<{ id: string }>({
    text: 'SELECT member_id AS id FROM members WHERE email = $1',
    values: [email],
  });
  return rows[0]?.id ?? '';
}

const ownersOwnId = () => memberId(account.invitation?.email ?? '');

describe('a member', () => {
  it('is invited with a role and a name, chooses a password, and is listed and named on every page', async () => {
    const email = 'dispatch@example.com';
    const invited = await owner.submit(INVITE, INVITE, {
      email: 'Dispatch@Example.com',
      name: 'Ana',
      role: 'DISPATCHER',
    });
    expect([invited.status, invited.html]).toEqual([201, expect.stringContaining('does not send e-mail')]);
    expect((await owner.get(MEMBERS)).html).toContain('Open invitations');
    for (const path of [MEMBERS, INVITE])
      expect((await owner.get(path)).html).toContain(
        'Trips, riders, vehicles and drivers. Sees everything else but the audit log.',
      );
    const link = linkIn(invited.html);
    const browser = visitor(service.url);
    const welcome = await browser.get(link);
    expect(welcome.html).toContain(`You are invited to the account ${account.account.name}. Your role: Dispatcher.`);
    expect((await browser.submit(link, link, { password: PASSWORD, name: 'Ana Lima' })).status).toBe(303);
    const { html } = await browser.get(MEMBERS);
    expect(html).toMatch(/class="who-name"><strong[^>]*>Demo driver<\/strong><span[^>]*>Ana Lima<\/span>/);
    expect(html).toContain(email);
    expect(html).not.toContain('Open invitations');
    expect((await browser.get(link)).status).toBe(404);
  });

  it.each([
    ['an address that is none', { email: 'nobody' }, 'Enter an e-mail address'],
    ['no name', { name: ' ' }, '1 to 120 characters'],
    ['an unknown role', { role: 'ADMIN' }, 'Choose a role'],
    ['a member’s address', { email: account.invitation?.email ?? '' }, 'already belongs to a member'],
  ])('is not invited with %s', async (_, changes, message) => {
    const answer = await owner.submit(INVITE, INVITE, { email: 'a@b.example', name: 'A', role: 'VIEWER', ...changes });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining(message)]);
  });

  it('belongs to one account', async () => {
    const other = await service.account();
    const link = linkIn(
      (await owner.submit(INVITE, INVITE, { email: other.invitation?.email ?? '', name: 'B', role: 'VIEWER' })).html,
    );
    await ownerOf(service, other);
    const refused = await visitor(service.url).submit(link, link, { password: PASSWORD });
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('used by another account')]);
    const again = await owner.submit(INVITE, INVITE, {
      ...{ email: other.invitation?.email ?? '', name: 'B', role: 'VIEWER' },
    });
    expect([again.status, again.html]).toEqual([422, expect.stringContaining('another account')]);
  });

  it('does not join by an invitation that was withdrawn or replaced', async () => {
    const draft = { email: 'late@example.com', name: 'Late', role: 'VIEWER' };
    const first = linkIn((await owner.submit(INVITE, INVITE, draft)).html);
    const second = linkIn((await owner.submit(INVITE, INVITE, draft)).html);
    expect((await visitor(service.url).get(first)).status).toBe(404);
    expect((await visitor(service.url).get(second)).status).toBe(200);
    const { html } = await owner.get(MEMBERS);
    const action = formsOf(html).findLast((form) => form.action.endsWith('/withdraw'))?.action ?? '';
    expect((await owner.submit(MEMBERS, action)).headers.get('location')).toBe(MEMBERS);
    expect((await visitor(service.url).get(second)).status).toBe(404);
  });

  it('is limited in number, invitations included', async () => {
    const { service: crowded, owner: host } = { service, owner: await ownerOf(service, await service.account()) };
    await fillWithInvitations(crowded, host);
    const answer = await host.submit(INVITE, INVITE, { email: 'one-more@example.com', name: 'M', role: 'VIEWER' });
    expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('at most 50')]);
  });

  it('gets another role at once', async () => {
    const viewer = await newMember(service, owner, { role: 'VIEWER' });
    expect((await viewer.get('/app/riders/new')).status).toBe(403);
    const page = `${MEMBERS}/${await memberId(viewer.email)}`;
    const answer = await owner.submit(page, `${page}/role`, { role: 'DISPATCHER' });
    expect(answer.headers.get('location')).toBe(MEMBERS);
    expect((await viewer.get('/app/riders/new')).status).toBe(200);
    expect((await owner.submit(page, `${page}/role`, { role: 'KING' })).status).toBe(422);
  });

  it('who is removed is signed out at once and cannot sign in', async () => {
    const member = await newMember(service, owner, { role: 'OWNER' });
    const page = `${MEMBERS}/${await memberId(member.email)}`;
    expect(await isSignedIn(member)).toBe(true);
    const shown = (await owner.get(page)).html;
    expect(shown).toContain(`href="${page}/remove" data-dialog`);
    expect(formsOf(shown).some(({ action }) => action === `${page}/remove`)).toBe(false); // without being asked
    expect((await owner.get(`${page}/remove`)).html).toMatch(/Remove .+ from the account\?/);
    expect((await owner.submit(`${page}/remove`, `${page}/remove`)).headers.get('location')).toBe(MEMBERS);
    expect(await isSignedIn(member)).toBe(false);
    const fields = { email: member.email, password: PASSWORD };
    expect((await member.submit('/app/sign-in', '/app/sign-in', fields)).status).toBe(422);
    expect((await owner.get(page)).status).toBe(404);
  });

  it('of another account is not found', async () => {
    const stranger = await ownerOf(service, await service.account());
    const path = `${MEMBERS}/${await ownersOwnId()}`;
    expect((await stranger.get(path)).status).toBe(404);
    const own = formsOf((await stranger.get(MEMBERS)).html)[0]?.hidden ?? {};
    expect((await stranger.post(`${path}/remove`, own)).status).toBe(404);
    expect((await stranger.post(`${path}/role`, { ...own, role: 'VIEWER' })).status).toBe(404);
    expect(await isSignedIn(owner)).toBe(true);
  });
});

describe('an account', () => {
  it('keeps its last owner, who can be neither removed nor demoted', async () => {
    const page = `${MEMBERS}/${await ownersOwnId()}`;
    for (const [from, action, fields] of [
      [`${page}/remove`, 'remove', {}],
      [page, 'role', { role: 'VIEWER' }],
    ] as const) {
      const answer = await owner.submit(from, `${page}/${action}`, fields);
      expect([answer.status, answer.html]).toEqual([422, expect.stringContaining('An account needs an owner')]);
    }
    expect(await isSignedIn(owner)).toBe(true);
  });

  it('keeps an owner when two demote each other at once', async () => {
    const lone = await service.account();
    const one = await ownerOf(service, lone);
    const two = await newMember(service, one, { role: 'OWNER' });
    const pages = await Promise.all([
      memberId(two.email).then((id) => `${MEMBERS}/${id}`),
      memberId(lone.invitation?.email ?? '').then((id) => `${MEMBERS}/${id}`),
    ]);
    const hidden = [one, two].map(async (each) => formsOf((await each.get(MEMBERS)).html)[0]?.hidden ?? {});
    const [ofOne, ofTwo] = await Promise.all(hidden);
    const answers = await Promise.all([
      one.post(`${pages[0]}/role`, { ...ofOne, role: 'VIEWER' }),
      two.post(`${pages[1]}/role`, { ...ofTwo, role: 'VIEWER' }),
    ]);
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  });
});

async function fillWithInvitations(of: TestService, host: typeof owner): Promise<void> {
  const first = await host.submit(INVITE, INVITE, { email: 'n0@crowd.example', name: 'N', role: 'VIEWER' });
  expect(first.status).toBe(201);
  await of.database.query({
    text: `INSERT INTO member_invitations
           SELECT account_id, lpad(n::text, 24, '0'), NULL, sha256(n::text::bytea), 'n' || n || '@crowd.example', 'N', 'VIEWER',
                  created_at, expires_at
             FROM member_invitations, generate_series(1, 48) n WHERE email = 'n0@crowd.example'`,
  });
}
