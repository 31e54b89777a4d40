import { describe, expect, it } from 'vitest';
import { insertRider } from '../../src/catalogue/riderStore.ts';
import { newId } from '../../src/identifiers.ts';
import { advanceTrip } from '../support/advance.ts';
import { ownerForFile, ownerOf, type Visitor, visitor } from '../support/browserClient.ts';
import { insertTrips } from '../support/manyTrips.ts';
import { indexAll } from '../support/search.ts';

const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' });

/** The records of a CSV file after RFC 4180. */
function recordsIn(text: string, separator = ','): string[][] {
  const records: string[][] = [];
  for (const line of text.match(/(?:"(?:[^"]|"")*"|[^"\r])*\r\n/g) ?? [])
    records.push(
      [...(separator + line.slice(0, -2)).matchAll(cellPattern(separator))].map(([, cell = '']) =>
        cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
      ),
    );
  return records;
}

const cellPattern = (separator: string) => new RegExp(`${separator}("(?:[^"]|"")*"|[^${separator}]*)`, 'g');

/** Bytes, since fetch drops a byte-order mark when it decodes. */
async function download(path: string, browser: Visitor = owner, separator = ',') {
  const response = await fetch(service.url + path, {
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
  const [titles = [], ...records] = recordsIn(text.replace(/^\uFEFF/, ''), separator);
  const rows = records.map((cells) => Object.fromEntries(titles.map((title, index) => [title, cells[index] ?? ''])));
  return { status: response.status, headers: response.headers, text, rows };
}

describe('the file of trips', () => {
  it('has every trip in the order of the pickups, with names, exact amounts and the reason of a cancellation', async () => {
    const later = await account.api.createdTrip({
      scheduledAt: '2027-07-02T10:00:00Z',
      price: 66.01,
      note: '=HYPERLINK("http://evil")\nsecond line',
      externalReference: 'PO-1, “two”',
      client: { firstName: 'Éloïse', lastName: 'Müller', phone: '+33612345678', email: 'e@example.fr' },
    });
    const earlier = await account.api.createdTrip({ scheduledAt: '2027-07-01T10:00:00Z', tripType: 'AVAILABILITY' });
    await account.api.cancel(earlier._id, { body: { reason: 'Vol annulé, "retard"' } });
    const { status, headers, text, rows } = await download('/app/trips.csv');
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="trips-2027-03-01.csv"',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text.startsWith('\uFEFFReference,Partner reference,Status,')).toBe(true);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Reference: earlier.reference,
      Status: 'Cancelled',
      'Pickup (Paris time)': '2027-07-01 12:00',
      'Cancellation reason': 'Vol annulé, "retard"',
      'VAT rate (%)': '20',
      'Price excluding VAT': '55.00',
      VAT: '11.00',
    });
    expect(rows[1]).toMatchObject({
      Identifier: later._id,
      'Partner reference': 'PO-1, “two”',
      Rider: 'Éloïse Müller',
      Phone: "'+33612345678",
      'E-mail': 'e@example.fr',
      Note: '\'=HYPERLINK("http://evil")\nsecond line',
      'Price excluding VAT': '60.01',
      VAT: '6.00',
      'Price including VAT': '66.01',
      Paid: 'No',
    });
  });

  it('has the filters in force, and the list links to it with them', async () => {
    const query = '?status=CANCELLED&from=2027-07-01&to=2027-07-31';
    const { html } = await owner.get(`/app/trips${query}`);
    const link = /href="(\/app\/trips\.csv[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(link).toBe(`/app/trips.csv${query}`);
    const { headers, rows } = await download(link);
    expect(rows.map(({ Status }) => Status)).toEqual(['Cancelled']);
    expect(headers.get('content-disposition')).toContain('trips-2027-07-01-2027-07-31.csv');
    expect((await download('/app/trips.csv?from=2027-07-02')).rows).toHaveLength(1);
    expect((await download('/app/trips.csv?to=2027-07-01')).rows).toHaveLength(1);
    const refused = await download('/app/trips.csv?from=yesterday');
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/app/trips?from=yesterday']);
  });

  it.each(['?from=2099-01-01', '?from=x'])('is not offered where no trip is listed: %s', async (query) => {
    expect((await owner.get(`/app/trips${query}`)).html).not.toContain('/app/trips.csv');
  });

  it('speaks the reader’s language', async () => {
    const french = await service.account();
    const its = await ownerOf(service, french);
    its.cookies.set('language', 'fr');
    await french.api.createdTrip({
      ...{ scheduledAt: '2027-07-02T10:00:00Z', price: 66.01, estimatedDistanceKm: 12.5 },
      note: '=1+1; "deux", 3.5',
    });
    const { headers, text, rows } = await download('/app/trips.csv', its, ';');
    expect(headers.get('content-disposition')).toContain('courses-');
    expect(text.startsWith('\uFEFFRéférence;Référence du partenaire;Statut;')).toBe(true);
    expect(rows).toEqual([
      expect.objectContaining({
        ...{ 'Distance (km)': '12,5', 'Prix HT': '60,01', 'Taux de TVA (%)': '10', TVA: '6,00', 'Prix TTC': '66,01' },
        Note: `'=1+1; "deux", 3.5`,
      }),
    ]);
    const totals = await download('/app/trips/totals.csv?month=2027-07', its, ';');
    expect(totals.rows).toEqual([expect.objectContaining({ Courses: '1', 'Prix HT': '60,01', 'Prix TTC': '66,01' })]);
    const riders = await download('/app/riders.csv', its, ';');
    expect(riders.rows).toHaveLength(french.riders.length + 1);
    expect(riders.rows[0]).toHaveProperty('Prénom');
  });

  it('tells the two hours apart that look the same on the night when clocks go back', async () => {
    const autumn = await service.account();
    const its = await ownerOf(service, autumn);
    for (const hour of ['00', '01', '02']) await autumn.api.createdTrip({ scheduledAt: `2027-10-31T${hour}:30:00Z` });
    const pickups = (await download('/app/trips.csv', its)).rows.map((row) => row['Pickup (Paris time)']);
    expect(pickups).toEqual(['2027-10-31 02:30 summer time', '2027-10-31 02:30 winter time', '2027-10-31 03:30']);
  });

  it('has each of many trips once, page by page, as they are in the database', async () => {
    const large = await service.account();
    await insertTrips(service.database, large, 2_500);
    const its = await ownerOf(service, large);
    const { rows } = await download('/app/trips.csv', its);
    // One of digits only has an apostrophe.
    const ids = rows.map(({ Identifier }) => Identifier?.replace(/^'/, ''));
    const { rows: expected } = await service.database.query<{ id: string }>({
      text: 'SELECT trip_id AS id FROM trips WHERE account_id = $1 ORDER BY scheduled_at, trip_id',
      values: [large.accountId],
    });
    expect(ids).toEqual(expected.map(({ id }) => id));
    const cancelled = (await download('/app/trips.csv?status=CANCELLED', its)).rows;
    expect(cancelled.length).toBe(rows.filter(({ Status }) => Status === 'Cancelled').length);
    expect(cancelled.length).toBeGreaterThan(300);
  });

  it('is for signed-in members, and has nobody else’s trips', async () => {
    const other = await service.account();
    const { _id } = await other.api.createdTrip();
    expect((await download('/app/trips.csv')).text).not.toContain(_id);
    const stranger = await visitor(service.url).get('/app/trips.csv');
    expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/app/sign-in?to=%2Fapp%2Ftrips.csv']);
    expect((await owner.request('/app/trips.csv', { method: 'HEAD' })).status).toBe(405);
  });
});

describe('the file of riders', () => {
  it('names erased riders in the language of the page', async () => {
    const fresh = await service.account();
    const its = await ownerOf(service, fresh);
    const path = `/app/riders/${fresh.riders[0]?.clientId}/erase`;
    expect((await its.submit(path, path)).status).toBe(303);
    const nameOf = async (language: string, first: string, last: string) => {
      its.cookies.set('language', language);
      const { rows } = await download('/app/riders.csv', its, language === 'fr' ? ';' : ',');
      const erased = rows.find((row) =>
        Object.values(row).some((text) => text?.includes(fresh.riders[0]?.clientId ?? '')),
      );
      return [erased?.[first], erased?.[last]];
    };
    expect(await nameOf('fr', 'Prénom', 'Nom')).toEqual(['', 'Passager effacé']);
    expect(await nameOf('en', 'First name', 'Last name')).toEqual(['', 'Erased rider']);
  });

  it('has all riders or those of a search, with every detail', async () => {
    const fresh = await service.account();
    const its = await ownerOf(service, fresh);
    const clientId = newId();
    const rider = {
      firstName: '@Zoé',
      lastName: 'Dupont',
      phone: '0612',
      companyName: 'A, B',
      city: 'Lille',
      type: 'BUSINESS',
    } as const;
    await insertRider(service.database, { accountId: fresh.accountId, clientId, ...rider }, service.clock.now());
    const all = await download('/app/riders.csv', its);
    expect(all.headers.get('content-disposition')).toBe('attachment; filename="riders-2027-03-01.csv"');
    expect(all.rows).toHaveLength(fresh.riders.length + 1);
    await indexAll(service);
    const { html } = await its.get('/app/riders?q=dupont');
    const link = /href="(\/app\/riders\.csv[^"]*)"/.exec(html)?.[1] ?? '';
    expect((await download(link, its)).rows).toEqual([
      expect.objectContaining({
        'First name': "'@Zoé",
        'Last name': 'Dupont',
        Type: 'Business',
        Company: 'A, B',
        City: 'Lille',
        Identifier: clientId,
      }),
    ]);
    expect((await download('/app/riders.csv')).text).not.toContain(clientId);
  });

  it('has more riders than a page, each once', async () => {
    const large = await service.account();
    const its = await ownerOf(service, large);
    await service.database.query({
      text: `INSERT INTO riders (account_id, client_id, first_name, last_name, phone, created_at)
             SELECT $1, lpad(to_hex(number), 24, '0'), 'R', number::text, '0', now() FROM generate_series(1, 2300) number`,
      values: [large.accountId],
    });
    const { rows } = await download('/app/riders.csv', its);
    expect(new Set(rows.map(({ Identifier }) => Identifier)).size).toBe(2_300 + large.riders.length);
    expect(rows).toHaveLength(2_300 + large.riders.length);
  });
});

describe('the monthly totals', () => {
  const MONTH = '/app/trips/totals?month=2027-05';

  /** The cells of each row of the tables, as text. */
  const tableIn = (html: string) =>
    [...html.matchAll(/<tr[^>]*>(<td.*?)<\/tr>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell),
    );

  it('are exact to the cent, by status and by VAT rate, of the pickups of the month in Paris', async () => {
    const fresh = await service.account({ role: 'CONTRACTOR' });
    const its = await ownerOf(service, fresh);
    const at = async (scheduledAt: string, price: number, tripType = 'TRIP') =>
      (await fresh.api.createdTrip({ scheduledAt, price, tripType }))._id;
    const [first, last] = ['2027-04-30T22:00:00Z', '2027-05-31T21:59:59Z'];
    // 10.01 = 9.10 + 0.91; three of them are 27.30 + 2.73, not 30.03 / 1.1.
    for (const when of [first, last, last]) await advanceTrip(service, await at(when, 10.01), 'FINISHED');
    await advanceTrip(service, await at(first, 99.99, 'AVAILABILITY'), 'FINISHED_PAYED');
    await fresh.api.cancel(await at(first, 50));
    await at(first, 20);
    for (const outside of ['2027-04-30T21:59:59Z', '2027-05-31T22:00:00Z']) await at(outside, 1_000);
    const { status, html } = await its.get(MONTH);
    expect(status).toBe(200);
    expect(tableIn(html)).toEqual([
      ['Upcoming or in progress', '1', '€18.18', '€1.82', '€0.00', '€20.00'],
      ['Finished', '3', '€27.30', '€2.73', '€0.00', '€30.03'],
      ['Finished, paid', '1', '€83.33', '€0.00', '€16.66', '€99.99'],
      ['Cancelled', '1', '€45.45', '€4.55', '€0.00', '€50.00'],
      ['10%', '3', '€27.30', '€2.73', '€30.03'],
      ['20%', '1', '€83.33', '€16.66', '€99.99'],
      ['Total', '4', '€110.63', '€19.39', '€130.02'],
    ]);
    expect(html.match(/<tr class="sum"><td[^>]*>\w+/g)).toEqual([expect.stringMatching('Total$')]);
    const csv = await download('/app/trips/totals.csv?month=2027-05', its);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="monthly-totals-2027-05.csv"');
    expect(csv.rows).toContainEqual({
      Month: '2027-05',
      Status: 'Finished',
      'VAT rate (%)': '10',
      Trips: '3',
      'Price excluding VAT': '27.30',
      VAT: '2.73',
      'Price including VAT': '30.03',
    });
    expect(csv.rows).toHaveLength(4);
  });

  it('are those of this month unless another is chosen, with the way to its neighbours', async () => {
    const { html } = await owner.get('/app/trips/totals');
    expect(html).toContain('<h1>Monthly totals: March 2027</h1>');
    expect(html).toContain('value="2027-03"');
    expect(html).toContain('href="/app/trips/totals?month=2027-02"');
    expect(html).toContain('href="/app/trips/totals?month=2027-04"');
    expect(html).toContain('href="/app/trips/totals.csv?month=2027-03"');
    expect(html).toContain('href="/app/trips?from=2027-03-01&amp;to=2027-03-31"');
  });

  it('show no other account’s trips', async () => {
    const its = await ownerOf(service, await service.account());
    expect((await its.get(MONTH)).html).toContain('No trips in this month');
  });

  it.each(['2027-13', 'x', '2027', '1999-01'])('say what is wrong with a month such as %s', async (month) => {
    const { status, html } = await owner.get(`/app/trips/totals?month=${month}`);
    expect([status, html]).toEqual([422, expect.stringContaining('Enter a month')]);
    const csv = await download(`/app/trips/totals.csv?month=${month}`);
    expect([csv.status, csv.headers.get('location')]).toEqual([303, `/app/trips/totals?month=${month}`]);
  });
});
