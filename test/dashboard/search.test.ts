import { describe, expect, it } from 'vitest';
import { insertRider } from '../../src/catalogue/riderStore.ts';
import { targetOf } from '../../src/database/connect.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { newId, parseReference, referenceOf } from '../../src/identifiers.ts';
import { indexAccounts } from '../../src/search/indexer.ts';
import { WORDS_VERSION } from '../../src/search/words.ts';
import { ownerForFile, ownerOf, type Visitor } from '../support/browserClient.ts';
import { bookingWith } from '../support/client.ts';
import { countOf } from '../support/databaseOfService.ts';
import { insertTrips } from '../support/manyTrips.ts';
import { indexAll } from '../support/search.ts';
import type { TestAccount } from '../support/service.ts';

const { service, account, owner } = await ownerForFile();
const { database } = service;

const linksIn = (html: string, area: 'trips' | 'riders') =>
  [...html.matchAll(new RegExp(`href="/app/${area}/([0-9a-f]{24})"`, 'g'))].map(([, id]) => id);
const pathFor = (text: string) => `/app/search?q=${encodeURIComponent(text)}`;

async function find(text: string, visitor: Visitor = owner) {
  const { status, html } = await visitor.get(pathFor(text));
  expect(status).toBe(200);
  return { trips: linksIn(html, 'trips'), riders: linksIn(html, 'riders'), html };
}

const ELOISE = {
  firstName: 'Éloïse',
  lastName: 'Châtelain',
  phone: '+33612345672',
  email: 'eloise.c@exemple.fr',
  companyName: 'Cœur & Fils',
};

const booked = (changes: Record<string, unknown>, of: TestAccount = account) =>
  of.api.createdTrip(bookingWith({ client: { ...ELOISE, phone: '+33699999999', email: 'x@y.example' }, ...changes }));

const addressed = (pickup: string, dropoff: string) => ({
  pickup: { address: pickup, lat: 48.8, lng: 2.3 },
  dropoff: { address: dropoff, lat: 48.9, lng: 2.4 },
});

const trip = await account.api.createdTrip({
  client: ELOISE,
  ...addressed('12 quai des Orfèvres, 75001 Paris', 'Gare de Lyon-Part-Dieu'),
  externalReference: 'BK-2027/0012',
});
const other = await account.api.createdTrip({
  client: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@navy.example' },
  ...addressed('Orly', 'Versailles'),
});
const ohara = await account.api.createdTrip({
  client: { firstName: 'Maureen', lastName: 'O’Hara', email: 'maureen@film.example' },
  ...addressed('Nantes', 'Rennes'),
});
const strangers = await service.account();
const stranger = await ownerOf(service, strangers);
await indexAll(service);

const REFERENCE = referenceOf(trip._id);

describe('the search', () => {
  it.each([
    ['the reference', REFERENCE],
    ['the reference in lower case, without its hyphen', REFERENCE.toLowerCase().replace('-', '')],
    ['the reference with a space', REFERENCE.replace('-', ' ')],
    ['the reference with letters for digits', REFERENCE.replaceAll('0', 'O').replaceAll('1', 'l')],
    ['the identifier', trip._id],
    ['the identifier in upper case', trip._id.toUpperCase()],
    ['the partner’s reference', 'BK-2027/0012'],
    ['a part of the partner’s reference', 'bk 0012'],
    ['the rider’s name without accents', 'eloise'],
    ['the name with other accents and capitals', 'CHÂTELAÏN'],
    ['names in any order', 'chatelain eloise'],
    ['the beginnings of names', 'chat el'],
    ['the company', 'coeur fils'],
    ['the phone number as people write it', '06 12 34 56 72'],
    ['the phone number without spaces', '0612345672'],
    ['the phone number with dots', '06.12.34.56.72'],
    ['the phone number from abroad', '0033 6 12 34 56 72'],
    ['the phone number with (0)', '+33 (0)6 12 34 56 72'],
    ['the beginning of the phone number', '06 12 34'],
    ['the e-mail address', 'Eloise.C@exemple.fr'],
    ['the pickup', 'orfevres'],
    ['a house number, a street and a postcode', '12 quai orfèvres 75001'],
    ['the destination', 'part dieu'],
    ['the rider and the place', 'lyon éloïse'],
  ])('finds a trip by %s', async (_, text) => {
    expect((await find(text)).trips).toEqual([trip._id]);
  });

  it.each([
    ['eloise', trip.clientId],
    ['06 12 34 56 72', trip.clientId],
    ['eloise.c@exemple.fr', trip.clientId],
    [trip.clientId, trip.clientId],
    ['Hopper', other.clientId],
    ['ohara', ohara.clientId],
    ["o'hara", ohara.clientId],
  ])('finds a rider by %s', async (text, clientId) => {
    expect((await find(text)).riders).toEqual([clientId]);
  });

  it.each(['eloise hopper', 'lyon grace', '0612345673', 'loise', 'BK-2027/0013', newId(), 'ZZZZZ-ZZZZZ'])(
    'finds nothing by %s, and says what to do',
    async (text) => {
      const { trips, riders, html } = await find(text);
      expect([trips, riders]).toEqual([[], []]);
      expect(html).toContain(`Nothing found for “${text}”`);
    },
  );

  it('finds nothing of another account, by anything', async () => {
    for (const text of [REFERENCE, trip._id, trip.clientId, 'BK-2027/0012', 'eloise', '0612345672', 'orfevres']) {
      const { trips, riders } = await find(text, stranger);
      expect([text, trips, riders]).toEqual([text, [], []]);
    }
  });

  it('shows an exact match first, then the newest', async () => {
    const ids = [];
    for (let count = 0; count < 3; count += 1)
      ids.push((await booked({ externalReference: `Roissy ${count}`, 'pickup.address': 'Roissy 0 1 2' }))._id);
    await indexAll(service);
    expect((await find('Roissy 0')).trips).toEqual([ids[0], ids[2], ids[1]]);
  });

  it('finds by an exact reference what is not indexed yet', async () => {
    const { _id } = await booked({ externalReference: 'NEW-1' });
    for (const text of [_id, referenceOf(_id), 'NEW-1']) expect((await find(text)).trips).toEqual([_id]);
    expect((await find('chatelain NEW')).trips).toEqual([]);
    await indexAll(service);
    expect((await find('chatelain NEW')).trips).toEqual([_id]);
  });

  it.each(['rivoli chatelain', 'ORDER-77'])(
    'shows twenty, and the older ones on further pages, none twice: %s',
    async (text) => {
      const big = await service.account();
      const visitor = await ownerOf(service, big);
      const ids: string[] = [];
      for (let count = 0; count < 45; count += 1)
        ids.unshift((await booked({ externalReference: 'ORDER-77' }, big))._id);
      await indexAll(service);
      const seen: (string | undefined)[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = pathFor(text); path; ) {
        const { html }: { html: string } = await visitor.get(path);
        sizes.push(linksIn(html, 'trips').length);
        seen.push(...linksIn(html, 'trips'));
        path = /href="([^"]+older=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
      }
      expect([seen, sizes]).toEqual([ids, [20, 20, 5]]);
      const { html, riders } = await find('chatelain', visitor);
      expect(riders).toHaveLength(20);
      expect(html).toContain('href="/app/riders?q=chatelain"');
    },
  );

  it.each([
    '',
    '   ',
    '%',
    "'; DROP TABLE trips; --",
    ':* & | ! <-> ( ) \\',
    "'':*",
    '\0',
    'a\0b',
    '!!!???…',
    '+',
    '0 0 0 0 0 0',
    '(0)(0)(0)',
    '\u{1F695}',
    '\ufffd',
    'x'.repeat(5_000),
    'mot '.repeat(1_000),
    '1 '.repeat(1_000),
    'é'.repeat(300),
  ])('takes any text: %j', async (text) => {
    const query = `?q=${encodeURIComponent(text)}`;
    for (const path of ['/app/search', '/app/riders']) expect((await owner.get(path + query)).status).toBe(200);
  });

  it('takes parameters of any form', async () => {
    for (const query of [
      '',
      '?q=a&q=b',
      '?older=x',
      '?q=orly&older=',
      '?q[]=1',
      '?q=%ff',
      '?q=%00',
      '?older=1&older=2',
    ])
      expect([query, (await owner.get(`/app/search${query}`)).status]).toEqual([query, 200]);
  });

  it('can be used on every page, without JavaScript', async () => {
    for (const path of ['/app/trips', '/app/riders', '/app/account', `/app/trips/${trip._id}`]) {
      const { html } = await owner.get(path);
      expect(html).toMatch(/<form method="get"[^>]* action="\/app\/search"[^>]*>.{0,400}<input type="search" name="q"/);
    }
    expect((await owner.get('/app/search')).html).toContain('Find a trip or a rider');
  });

  it('is for people who are signed in', async () => {
    const response = await fetch(`${service.url}${pathFor('eloise')}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      `/app/sign-in?to=${encodeURIComponent(pathFor('eloise'))}`,
    ]);
  });
});

describe('the beginning of a reference', async () => {
  const clerk = await service.account();
  const visitor = await ownerOf(service, clerk);

  const idOf = (reference: string) => {
    const { first, firstCounter } = parseReference(reference);
    return first.slice(0, 8) + 'a'.repeat(10) + firstCounter.toString(16).padStart(6, '0');
  };

  /** Trips of the account with these references; the words of their riders are indexed. */
  async function insertWith(references: readonly string[], of: TestAccount): Promise<string[]> {
    const ids = references.map(idOf);
    expect(ids.map(referenceOf)).toEqual(references);
    await insertTrips(database, of, ids.length);
    await database.query({
      text: `UPDATE trips SET trip_id = ids[('x' || right(trip_id, 8))::bit(32)::int] FROM (SELECT $2::text[] AS ids) AS wanted
              WHERE account_id = $1 AND trip_id < '0001'`,
      values: [of.accountId, ids],
    });
    return ids;
  }

  // Beside it, the trips booked a second before and after the 128 seconds of its first group.
  const [id = ''] = await insertWith(['D0A1D-10Z0K', 'D0A1C-ZZZZZ', 'D0A1E-00000'], clerk);

  it.each([
    ...['D0A1D', 'd0a1d', 'D0A1D-', 'DOAID', 'doald', 'D0A1D1', 'D0A1D-1', 'd0a1d 10', 'D0A1D-10Z', 'doalDLoZO'],
    ...['D0A1D-10Z0K', 'doaid-IozOk'],
  ])('finds the trip: %s', async (text) => {
    expect((await find(text, visitor)).trips).toEqual([id]);
    expect((await find(text, stranger)).trips).toEqual([]);
  });

  it.each(['D0A1', '0A1D-10Z0K', '10Z0K', 'D0A1D-2', 'D0A1D-10Z0L', 'D0A1D_1', 'D0A1D-10Z0K0', 'D0A1D D0A1D'])(
    'is its first group and more of it, so nothing is found by %s',
    async (text) => {
      const { trips, html } = await find(text, visitor);
      expect(trips).toEqual([]);
      expect(html).toContain('“9TM2B” does not');
    },
  );

  it('that may be a name too finds both, the newest first, twenty on each page and none twice', async () => {
    const big = await service.account();
    const clerkOfBig = await ownerOf(service, big);
    const references = Array.from({ length: 30 }, (_, count) => `DAV1D-${String(count).padStart(2, '0')}000`);
    const ids = await insertWith(references, big);
    for (let count = 0; count < 15; count += 1)
      ids.push((await booked({ client: { ...ELOISE, firstName: 'David' } }, big))._id);
    await indexAll(service);
    const seen: (string | undefined)[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = pathFor('David'); path; ) {
      const { html }: { html: string } = await clerkOfBig.get(path);
      sizes.push(linksIn(html, 'trips').length);
      seen.push(...linksIn(html, 'trips'));
      path = /href="([^"]+older=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    }
    expect([seen, sizes]).toEqual([ids.sort().reverse(), [20, 20, 5]]);
  });
});

describe('a rider who is edited', () => {
  it('is found by the new name, and all their trips are; by the old one nothing is', async () => {
    const clientId = account.riders[1]?.clientId ?? '';
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.unshift((await account.api.createdTrip({ client: undefined, clientId }))._id);
    await indexAll(service);
    expect((await find('bleriot')).trips).toEqual(ids);
    const { status } = await owner.change(`/app/riders/${clientId}`, { lastName: 'Garros', phone: '06 55 55 55 55' });
    expect(status).toBe(303);
    await indexAll(service);
    expect(await find('garros')).toMatchObject({ trips: ids, riders: [clientId] });
    expect(await find('+33655555555')).toMatchObject({ trips: ids, riders: [clientId] });
    expect(await find('bleriot')).toMatchObject({ trips: [], riders: [] });
  });

  it('with more trips than the job takes at once is found in all of them', async () => {
    const busy = await service.account();
    const visitor = await ownerOf(service, busy);
    await insertTrips(database, busy, 600);
    const clientId = busy.riders[0]?.clientId ?? '';
    await indexAll(service);
    await visitor.change(`/app/riders/${clientId}`, { lastName: 'Byron' });
    await indexAll(service);
    const renamed = `SELECT count(*) FROM trip_search WHERE account_id = $1 AND words @@ ('''' || right($1, 8) || 'byron''')::tsquery`;
    expect(await countOf(service, renamed, [busy.accountId])).toBe(600);
  });

  it('is found as soon as they are added', async () => {
    await owner.change('/app/riders/new', { firstName: 'Hélène', lastName: 'Boucher', phone: '0140506070' });
    await indexAll(service);
    expect((await find('01 40 50 60 70')).riders).toHaveLength(1);
  });
});

describe('the index', () => {
  const INDEXED = 'SELECT count(*) FROM trip_search WHERE account_id = $1';

  it('has only accounts whose dashboard is in use, and says so until it is complete', async () => {
    const late = await service.account();
    // As trips of release 1.0 are: without an event.
    await insertTrips(database, late, 620);
    const { _id } = await booked({}, late);
    await indexAll(service);
    expect(await countOf(service, INDEXED, [late.accountId])).toBe(0);
    const visitor = await ownerOf(service, late);
    expect((await find('chatelain', visitor)).html).toContain('still being prepared for search');
    await indexAll(service);
    const { trips, html } = await find('chatelain', visitor);
    expect(trips).toEqual([_id]);
    expect(html).not.toContain('still being prepared');
    expect(await countOf(service, INDEXED, [late.accountId])).toBe(621);
    await database.query({ text: 'DELETE FROM member_sessions WHERE account_id = $1', values: [late.accountId] });
    await booked({}, late);
    await indexAll(service);
    expect(await countOf(service, INDEXED, [late.accountId])).toBe(621);
  });

  it('is written again if its words are of an older version', async () => {
    for (const text of [
      `UPDATE rider_search SET words = '' WHERE account_id = $1`,
      `UPDATE trip_search SET words = '' WHERE account_id = $1`,
    ])
      await database.query({ text, values: [account.accountId] });
    await indexAll(service);
    expect(await find('ohara')).toMatchObject({ riders: [], trips: [] });
    const setVersion = (version: number) =>
      database.query({
        text: 'UPDATE search_progress SET words_version = $2 WHERE account_id = $1',
        values: [account.accountId, version],
      });
    await setVersion(WORDS_VERSION + 1); // by a newer release, which also writes the words
    await indexAll(service);
    expect((await find('ohara')).riders).toEqual([]);
    await setVersion(WORDS_VERSION - 1);
    expect((await find('ohara')).html).toContain('still being prepared for search');
    await indexAll(service);
    expect(await find('ohara')).toMatchObject({ riders: [ohara.clientId], trips: [ohara._id] });
  });

  it('is written once when two processes index at the same time', async () => {
    const shared = await service.account();
    await ownerOf(service, shared);
    await insertTrips(database, shared, 1_000);
    await database.query({ text: 'CREATE TABLE written (trip_id text)' });
    await database.query({
      text: `CREATE FUNCTION note_written() RETURNS trigger LANGUAGE plpgsql AS
             $$BEGIN INSERT INTO written VALUES (NEW.trip_id); RETURN NEW; END$$`,
    });
    await database.query({
      text: 'CREATE TRIGGER note_written BEFORE INSERT ON trip_search FOR EACH ROW EXECUTE FUNCTION note_written()',
    });
    const second = openDatabase(targetOf(service.databaseUrl, 'none'));
    try {
      const isBehind = async () => (await countOf(service, INDEXED, [shared.accountId])) < 1_000;
      while (await isBehind()) await Promise.all([indexAll(service), indexAll({ ...service, database: second })]);
      expect(await countOf(service, 'SELECT count(*) FROM written')).toBe(1_000);
    } finally {
      await second.close();
      await database.query({ text: 'DROP TRIGGER note_written ON trip_search' });
    }
  });

  it('of one account waits for no other account that cannot be indexed', async () => {
    const broken = await service.account();
    await ownerOf(service, broken);
    await booked({}, broken);
    const fault = `SELECT 1 / (CASE WHEN account_id = '${broken.accountId}' THEN 0 ELSE 1 END) FROM (SELECT NEW.account_id) AS row`;
    await database.query({
      text: `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN PERFORM (${fault}); RETURN NEW; END$$`,
    });
    await database.query({
      text: 'CREATE TRIGGER refuse BEFORE INSERT ON trip_search FOR EACH ROW EXECUTE FUNCTION refuse()',
    });
    const { _id } = await booked({ externalReference: 'beside-a-broken-one' });
    const warned: unknown[] = [];
    const log = { warn: (details: object) => warned.push(details) };
    await indexAccounts({ database, clock: service.clock.now, log: log as never });
    expect(warned).toEqual([expect.objectContaining({ accountId: broken.accountId })]);
    expect((await find('beside broken chatelain')).trips).toEqual([_id]);
    await database.query({ text: 'DROP TRIGGER refuse ON trip_search' });
    await indexAll(service);
    expect(await countOf(service, INDEXED, [broken.accountId])).toBe(1);
  });
});

describe('a rider’s page', () => {
  const at = (day: number) => ({ scheduledAt: `2027-04-${String(day).padStart(2, '0')}T10:00:00Z` });

  it('lists their trips, the latest pickup first, in pages, each with a link', async () => {
    const clientId = newId();
    const rider = { accountId: account.accountId, clientId, firstName: 'Amelia', lastName: 'Earhart', phone: '0600' };
    await insertRider(database, rider, service.clock.now());
    const days = [3, 25, 1, 9, 17, 12, 2, 24, 20, 4, 5, 6, 7, 8, 10, 11, 13, 14, 15, 16, 18, 19, 21];
    const ids = new Map<number, string>();
    for (const day of days)
      ids.set(day, (await account.api.createdTrip({ client: undefined, clientId, ...at(day) }))._id);
    await indexAll(service);
    const path = `/app/riders/${clientId}`;
    const expected = [...days].sort((a, b) => b - a).map((day) => ids.get(day));
    const first = (await owner.get(path)).html;
    expect(first).toContain('23 trips ');
    expect(linksIn(first, 'trips')).toEqual(expected.slice(0, 20));
    expect(linksIn((await owner.get(`${path}?page=2`)).html, 'trips')).toEqual(expected.slice(20));
    const past = await owner.get(`${path}?page=99`);
    expect([past.status, past.html]).toEqual([404, expect.stringContaining('This list has only 2 pages')]);
    expect(past.html).toContain(`href="${path}?page=2"`);
    const refused = await owner.change(path, { firstName: '' });
    expect([refused.status, linksIn(refused.html, 'trips')]).toEqual([422, expected.slice(0, 20)]);
  });

  it('follows a trip whose pickup changes', async () => {
    const clientId = account.riders[0]?.clientId;
    const [early, late] = [
      await account.api.createdTrip({ client: undefined, clientId, ...at(1) }),
      await account.api.createdTrip({ client: undefined, clientId, ...at(2) }),
    ];
    await indexAll(service);
    const listed = async () => linksIn((await owner.get(`/app/riders/${clientId}`)).html, 'trips');
    expect(await listed()).toEqual([late._id, early._id]);
    const { status } = await owner.change(`/app/trips/${early._id}/edit`, { at: '2027-04-03T10:00' });
    expect(status).toBe(303);
    await indexAll(service);
    expect(await listed()).toEqual([early._id, late._id]);
  });

  it('without trips says so, and a new rider’s form does not', async () => {
    const clientId = strangers.riders[0]?.clientId;
    expect((await stranger.get(`/app/riders/${clientId}`)).html).toContain('No trips yet');
    expect((await stranger.get('/app/riders/new')).html).not.toContain('No trips yet');
  });
});
