import { describe, expect, it } from 'vitest';
import { credentials, FORGERIES, fillIn } from '../../reliability/fuzz/dashboard/forms.ts';
import { type PageRequest, pageFaults, unescapedIn } from '../../reliability/fuzz/dashboard/judge.ts';
import { changesBetween } from '../../reliability/fuzz/dashboard/rows.ts';
import { PROBES, SPOILINGS } from '../../reliability/fuzz/dashboard/spoiling.ts';
import { formsIn, linksIn } from '../../reliability/support/pages.ts';
import { seededRandom } from '../../reliability/support/random.ts';

const [OWN, OTHER] = ['1'.repeat(24), '2'.repeat(24)] as const;
const FOREIGN_TEXT = `qZx7of${OTHER}`;

const opening: PageRequest = {
  method: 'GET',
  route: { method: 'GET', url: '/app/pricing', permission: 'VIEW' },
  role: 'DISPATCHER',
  isTokenValid: false,
  mayChange: [OWN],
  foreignTexts: [FOREIGN_TEXT],
};
const sending: PageRequest = {
  ...opening,
  method: 'POST',
  route: { method: 'POST', url: '/app/vehicles/new', permission: 'VEHICLES' },
  isTokenValid: true,
};
const answer = (status: number, html = '<p>Vehicles</p>', headers: Record<string, string> = {}) => ({
  status,
  html,
  headers: new Headers({ 'content-type': 'text/html; charset=utf-8', ...headers }),
});
const TO_SIGN_IN = answer(303, '', { location: '/app/sign-in?to=%2Fapp' });
const TO_LIST = answer(303, '', { location: '/app/vehicles' });

describe('the judge of pages', () => {
  it('finds nothing wrong with what is right', () => {
    expect(pageFaults(opening, answer(200), [])).toEqual([]);
    expect(pageFaults(opening, answer(200, '<p>&lt;qZx7 x=y></p><input value="&quot;\'><qZx7 x=y>"/>'), [])).toEqual(
      [],
    );
    expect(pageFaults(sending, TO_LIST, [`${OWN} vehicles`])).toEqual([]);
    expect(pageFaults({ ...sending, isTokenValid: false }, answer(403), [])).toEqual([]);
    expect(pageFaults({ ...sending, role: 'VIEWER' }, answer(403), [])).toEqual([]);
    expect(pageFaults({ ...sending, role: undefined }, TO_SIGN_IN, [])).toEqual([]);
    expect(pageFaults({ ...opening, role: undefined, route: undefined }, answer(200), [])).toEqual([]);
  });

  it.each([500, 502, 503])('reports a %i to anybody', (status) => {
    expect(pageFaults(opening, answer(status), [])).toEqual([`${status}: the service failed`]);
    expect(pageFaults({ ...sending, isTokenValid: false }, answer(status), [])).toEqual([
      `${status}: the service failed`,
    ]);
  });

  it.each(['text/html; charset=utf-8', 'text/csv; charset=utf-8', 'application/json'])(
    "reports another account's text in %s",
    (type) => {
      for (const text of [FOREIGN_TEXT, FOREIGN_TEXT.toLowerCase()])
        expect(pageFaults(opening, answer(200, `<td>${text}</td>`, { 'content-type': type }), [])).toEqual([
          `the page shows another account's record; ${FOREIGN_TEXT}`,
        ]);
    },
  );

  it.each([
    ...PROBES.slice(0, 4)
      .map((probe) => `<p title="Note">${probe}</p>`)
      .filter((html) => !html.includes('=" \'')),
    `<input value="${PROBES[0]}"/>`,
    `<input value="${PROBES[1]}"/>`,
    `<a href="${PROBES[4]}">Open</a>`,
    "<p>It’s <qzx7 x=y> here, isn't it?</p>",
    `<p title='${PROBES[0]}'></p>`,
  ])('reports text that is not escaped: %s', (html) => {
    expect(unescapedIn(html)).not.toEqual([]);
    const faults = pageFaults(opening, answer(200, html), []);
    expect(faults).toEqual(unescapedIn(html).map((tag) => `the page has text that is not escaped; ${tag}`));
    expect(pageFaults(opening, answer(200, html, { 'content-type': 'text/csv' }), [])).toEqual([]);
  });

  it.each([answer(200), answer(201), TO_LIST])('reports what is carried out without a valid token', (done) => {
    const forged = { ...sending, isTokenValid: false };
    expect(pageFaults(forged, done, [])).toEqual([`${done.status} without a valid form token`]);
    const signIn = { method: 'POST', url: '/app/sign-in', permission: undefined } as const;
    const everybodys = { ...forged, route: signIn, role: undefined };
    expect(pageFaults(everybodys, done, [])).toEqual([`${done.status} without a valid form token`]);
  });

  it('allows that the sign-in form leads on somebody who is signed in already, if nothing is changed', () => {
    const signIn = { method: 'POST', url: '/app/sign-in', permission: undefined } as const;
    const again = { ...sending, isTokenValid: false, route: signIn };
    expect(pageFaults(again, TO_LIST, [])).toEqual([]);
    expect(pageFaults(again, TO_LIST, [`${OWN} member_sessions`])).toEqual([
      `rows were changed without a valid form token; ${OWN} member_sessions`,
    ]);
    expect(pageFaults(again, answer(200), [])).toEqual(['200 without a valid form token']);
  });

  it('reports what a role may not do, by the table of permissions', () => {
    expect(pageFaults({ ...sending, role: 'VIEWER' }, TO_LIST, [])).toEqual(['303 by a VIEWER']);
    const pricing = { ...sending, route: { method: 'POST', url: '/app/pricing/new', permission: 'PRICING' } as const };
    expect(pageFaults(pricing, TO_LIST, [])).toEqual(['303 by a DISPATCHER']);
    expect(pageFaults({ ...pricing, role: 'OWNER' }, TO_LIST, [])).toEqual([]);
    expect(pageFaults({ ...opening, role: undefined }, answer(200), [])).toEqual(['200 without a session']);
  });

  it('reports rows that were changed without a right to it, even if the answer is a refusal', () => {
    const changes = [`${OWN} vehicles`];
    const fault = (reason: string) => [`rows were changed ${reason}; ${OWN} vehicles`];
    expect(pageFaults({ ...sending, isTokenValid: false }, answer(403), changes)).toEqual(
      fault('without a valid form token'),
    );
    expect(pageFaults({ ...sending, role: 'VIEWER' }, answer(403), changes)).toEqual(fault('by a VIEWER'));
    expect(pageFaults({ ...sending, role: undefined }, TO_SIGN_IN, changes)).toEqual(fault('without a session'));
    expect(pageFaults(opening, answer(200), changes)).toEqual(fault('by opening a page'));
    expect(pageFaults(sending, TO_LIST, [...changes, `${OTHER} vehicles`])).toEqual([
      `rows of another account were changed; ${OTHER} vehicles`,
    ]);
  });

  it('sees rows that were added, altered and removed', () => {
    const rows = (digests: Record<string, string>) => ({ digests: new Map(Object.entries(digests)), roles: new Map() });
    const before = rows({ same: 'a', altered: 'b', removed: 'c' });
    expect(changesBetween(before, before)).toEqual([]);
    expect(changesBetween(before, rows({ same: 'a', altered: 'B', added: 'd' }))).toEqual([
      'altered',
      'removed',
      'added',
    ]);
  });
});

const PAGE = `
  <a href="/app/trips?page=2&amp;status=CONFIRMED#list">Next</a> <a href="https://example.com/app">Elsewhere</a>
  <form method="get" action="/app/search" class="search"><input name="q" type="search" value="&quot;Ada&quot;"/></form>
  <form method="post" action="/app/trips/${OWN}/edit">
    <input type="hidden" name="formToken" value="token"/><input type="hidden" name="version" value="3"/>
    <input name="name" value="Ada"/><input type="checkbox" name="on" value="1"/><input type="radio" name="kind" value="a" checked/>
    <select name="role"><option value="OWNER">Owner</option><option value="VIEWER" selected>Viewer</option></select>
    <textarea name="note">Two &lt;cases&gt;</textarea><button name="do" value="save">Save</button><button>Other</button>
    <input type="hidden" name="vehicle" value="${OWN}"/>
  </form>`;

describe('the forms of a page', () => {
  const [search, edit] = formsIn(PAGE);

  it('are read as a browser reads them', () => {
    expect(search).toMatchObject({ method: 'get', action: '/app/search', fields: [{ name: 'q', value: '"Ada"' }] });
    expect(edit?.fields.map(({ name, value, isSent }) => [name, value, isSent])).toEqual([
      ['formToken', 'token', true],
      ['version', '3', true],
      ['name', 'Ada', true],
      ['on', '1', false],
      ['kind', 'a', true],
      ['role', 'VIEWER', true],
      ['note', 'Two <cases>', true],
      ['do', 'save', false],
      ['vehicle', OWN, true],
    ]);
    expect(linksIn(PAGE)).toEqual(['/app/trips?page=2&status=CONFIRMED']);
  });

  const filled = (seed: number) => fillIn(edit as never, seededRandom(seed));

  it('are filled in by the seed, without the token', () => {
    expect(filled(3)).toEqual(filled(3));
    const seeds = Array.from({ length: 50 }, (_, seed) => filled(seed));
    expect(new Set(seeds.map(({ pairs }) => JSON.stringify(pairs))).size).toBeGreaterThan(10);
    for (const { pairs } of seeds) expect(pairs.map(([name]) => name)).not.toContain('formToken');
  });

  it.each(SPOILINGS.map((spoiling) => [spoiling.name, spoiling] as const))('are spoilt: %s', (_, spoiling) => {
    const spoilt = Array.from({ length: 20 }, (_, seed) => {
      const [before, after] = [filled(seed), filled(seed)];
      const isSpoilt = spoiling.spoil(after, { random: seededRandom(seed), foreignIds: [OTHER] });
      return isSpoilt && JSON.stringify(before) !== JSON.stringify(after);
    });
    expect(spoilt).toContain(true);
  });

  it('are forged in ways of which each has a wrong token or comes from elsewhere', () => {
    expect(credentials(undefined, 'own', 'others')).toEqual([[['formToken', 'own']], {}]);
    for (const forgery of FORGERIES)
      expect(credentials(forgery, 'own', 'others')).not.toEqual(credentials(undefined, 'own', 'others'));
  });
});
