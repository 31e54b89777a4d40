import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_OF_ACCOUNT } from '../../src/usage/buffer.ts';
import { createUsageRecorder } from '../../src/usage/recorder.ts';
import { MAX_ENTRIES_PER_ACCOUNT, sweepUsage } from '../../src/usage/usageSweep.ts';
import { ownerOf, type Visitor } from '../support/browserClient.ts';
import { newKey } from '../support/client.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const LOG = '/app/developers/requests';

let service: TestService;
let account: TestAccount;
let owner: Visitor;
beforeEach(async () => {
  service = await startService();
  account = await service.account();
  owner = await ownerOf(service, account);
});
afterEach(() => service.close());

const shown = async (path = LOG) => {
  await service.usage.write();
  return (await owner.get(path)).html;
};
const rowsIn = (html: string) => html.match(/<tr[^>]*>(?=<td)/g)?.length ?? 0;
const counted = async (table = 'request_log') =>
  (await service.database.query<{ count: number }>({ text: `SELECT count(*) FROM ${table}` })).rows[0]?.count;

describe('the log of requests', () => {
  it('shows method, route with the trip’s id, status, code and request id, newest first', async () => {
    const { _id } = await account.api.createdTrip();
    await account.api.read(_id);
    await account.api.send('GET', `/v1/trips/${'0'.repeat(24)}`, { headers: { 'x-request-id': 'my-own-id' } });
    const html = await shown();
    expect(rowsIn(html)).toBe(3);
    for (const text of ['POST /v1/trips<', `GET /v1/trips/${_id}`, '404', 'TRIP_NOT_FOUND', 'my-own-id'])
      expect(html).toContain(text);
    expect(html.indexOf('my-own-id')).toBeLessThan(html.indexOf('POST /v1/trips<'));
  });

  it('has nothing of bodies, queries, keys, or of what a caller wrote in the place of an id', async () => {
    await account.api.list('?from=2027-01-01&status=CONFIRMED');
    await account.api.create({ note: 'a secret note', client: { firstName: 'Marie', lastName: 'C', phone: '0600' } });
    await account.api.read('jane.doe@example.com');
    await shown();
    const { rows } = await service.database.query({ text: 'SELECT to_jsonb(l)::text AS text FROM request_log l' });
    const text = JSON.stringify(rows);
    expect(text).toContain('/v1/trips/:id');
    for (const secret of ['2027-01-01', 'CONFIRMED', 'secret', 'Marie', 'jane', account.apiKey.split('.')[1] ?? ''])
      expect(text).not.toContain(secret);
  });

  it('is searched by request id and by status, and paged', async () => {
    for (let n = 0; n < 60; n += 1)
      await account.api.send('GET', '/v1/trips', { headers: { 'x-request-id': `request-${n}` } });
    await account.api.create({ paxNumber: 99 });
    expect(rowsIn(await shown())).toBe(25);
    expect(rowsIn(await shown(`${LOG}?page=3`))).toBe(11);
    expect(rowsIn(await shown(`${LOG}?status=4`))).toBe(1);
    expect(rowsIn(await shown(`${LOG}?status=2&page=3`))).toBe(10);
    const found = await shown(`${LOG}?id=request-7`);
    expect([rowsIn(found), found]).toEqual([1, expect.stringContaining('>request-7<')]);
    for (const query of ['?id=nothing', '?status=5', '?status=5&page=1'])
      expect(await shown(LOG + query)).toContain('No matching requests');
    for (const [query, text] of [
      ['?page=4', 'This list has only 3 pages'],
      ['?page=9999999', 'This list has only 3 pages'],
      ['?status=4&page=2', 'This list has only one page'],
    ] as const) {
      const past = await owner.get(LOG + query);
      expect([past.status, past.html]).toEqual([404, expect.stringContaining(text)]);
    }
    expect((await owner.get(`${LOG}?page=4`)).html).toContain(`href="${LOG}?status=&amp;id=&amp;page=3"`);
    for (const query of ['?page=x&status=9&id=%00', '?id=a&id=b', `?id=${'x'.repeat(5_000)}`, '?page=-1'])
      expect((await owner.get(LOG + query)).status).toBe(200);
  });

  it('lists the newest requests of a burst, and says how many older ones it does not', async () => {
    for (let n = 1; n <= MAX_OF_ACCOUNT + 13; n += 1)
      await account.api.send('GET', '/v1/trips', { headers: { 'x-request-id': `burst-${n}` } });
    const html = await shown();
    expect(html).toContain(`>burst-${MAX_OF_ACCOUNT + 13}<`);
    expect(html).toContain('13 requests of the last 7 days were counted but are not listed');
    expect(await shown(`${LOG}?id=burst-13`)).toContain('No matching requests');
    expect(rowsIn(await shown(`${LOG}?id=burst-14`))).toBe(1);
  });

  it('is the account’s own', async () => {
    const other = await service.account();
    await other.api.send('GET', '/v1/trips', { headers: { 'x-request-id': 'of-another' } });
    expect(await shown(`${LOG}?id=of-another`)).toContain('No matching requests');
    expect(await shown('/app/developers')).toContain('No requests yet');
  });
});

describe('a row of the log', () => {
  const linksIn = (html: string) =>
    [...html.matchAll(/href="(\/app\/developers\/requests\/[0-9a-f]{24})"/g)].map(([, link]) => link ?? '');

  it('opens with the code, what it means, what to do, the key, and the way to the documentation', async () => {
    await account.api.read('0'.repeat(24));
    const [link = ''] = linksIn(await shown());
    const html = await shown(link);
    for (const text of [
      '<code>TRIP_NOT_FOUND</code>',
      'This account has no such trip.',
      'The trip does not exist, belongs to another account',
      'Check the identifier',
      'href="/docs/guides/errors#TRIP_NOT_FOUND"',
      '<dd>Demo</dd>',
    ])
      expect(html).toContain(text);
    expect((await owner.get('/docs/guides/errors')).html).toContain('id="TRIP_NOT_FOUND"');
    await owner.get('/language/fr');
    expect(await shown(link)).toContain('Vérifiez');
  });

  it('leads to the trip that the request was about', async () => {
    const { _id } = await account.api.createdTrip();
    await account.api.read(_id);
    const [newest = ''] = linksIn(await shown());
    expect(await shown(newest)).toContain(`href="/app/trips/${_id}"`);
  });

  it('that is another account’s, or nobody’s, is not there', async () => {
    const other = await service.account();
    await other.api.list();
    await service.usage.write();
    const { rows } = await service.database.query<{ id: string }>({ text: 'SELECT entry_id AS id FROM request_log' });
    for (const id of [rows[0]?.id, 'f'.repeat(24), 'nonsense'])
      expect((await owner.get(`${LOG}/${id}`)).status).toBe(404);
  });
});

describe('the chart', () => {
  it('says the values of each hour in text, and can be walked through with the keyboard', async () => {
    for (let n = 0; n < 3; n += 1) await account.api.list();
    await account.api.read('0'.repeat(24));
    const html = await shown('/app/developers');
    expect(html.match(/<li tabindex="0">/g)).toHaveLength(1);
    expect(html).toMatch(/<span class="chart-values">\d\d:00, succeeded: 3, refused \(4xx\): 1<\/span>/);
  });
});

describe('the last 24 hours', () => {
  it('count every request by hour and by how it ended, also those that are not listed', async () => {
    const calls = MAX_OF_ACCOUNT + 7;
    for (let n = 0; n < calls; n += 1) await account.api.list();
    await account.api.create({ paxNumber: 99 }, newKey());
    service.clock.advance(3_600);
    await account.api.list();
    const html = await shown('/app/developers');
    expect(html).toContain(`${calls + 2} requests`);
    expect(html).toContain(`<td data-title="Succeeded" class="number">${calls}</td>`);
    expect(html).toContain('<td data-title="Refused (4xx)" class="number">1</td>');
    expect(await counted()).toBe(MAX_OF_ACCOUNT);
    // Beside the seven, what came later: nothing was written in between.
    expect(await shown()).toContain('9 requests of the last 7 days were counted but are not listed');
  });

  it('say of a single request that is not listed what they say of several, in both languages', async () => {
    for (let n = 0; n <= MAX_OF_ACCOUNT; n += 1) await account.api.list();
    expect(await shown()).toContain('1 request of the last 7 days was counted but is not listed');
    await owner.get('/language/fr');
    expect(await shown()).toContain('1 requête des 7 derniers jours a été comptée mais n’est pas listée');
  });

  it('stay exact when the database is unavailable for a while, which is logged once, and are written at a stop', async () => {
    let isUnavailable = true;
    const database = {
      query: (statement: Parameters<typeof service.database.query>[0]) =>
        isUnavailable ? Promise.reject(new Error('unavailable')) : service.database.query<never>(statement),
    };
    const logged: unknown[][] = [];
    const log = {
      warn: (...words: unknown[]) => void logged.push(['warn', ...words]),
      info: (...words: unknown[]) => void logged.push(['info', ...words]),
    };
    const recorder = createUsageRecorder(database, service.clock.now, log, 3_600_000);
    const record = (status: number) =>
      recorder.record({
        accountId: account.accountId,
        keyId: account.key.keyId,
        requestId: 'r',
        method: 'GET',
        route: '/v1/trips',
        pathId: undefined,
        status,
        code: undefined,
        seconds: 0.001,
      });
    for (const status of [200, 200, 500]) record(status);
    await recorder.write();
    service.clock.advance(3_600);
    record(200);
    await recorder.write();
    isUnavailable = false;
    record(404);
    await recorder.close();
    expect(logged).toEqual([
      ['warn', { err: new Error('unavailable') }, 'could not record API usage; trying again'],
      ['info', { attempts: 2 }, 'can record API usage again'],
    ]);
    const { rows } = await service.database.query({
      text: 'SELECT status_class, requests, unlogged FROM request_counts ORDER BY hour, status_class',
    });
    expect(rows).toEqual([
      { status_class: 2, requests: 2, unlogged: 2 },
      { status_class: 5, requests: 1, unlogged: 1 },
      { status_class: 2, requests: 1, unlogged: 1 },
      { status_class: 4, requests: 1, unlogged: 0 },
    ]);
    expect(await counted()).toBe(1);
    const ofKey = await service.database.query({ text: 'SELECT requests FROM key_request_counts ORDER BY hour' });
    expect(ofKey.rows).toEqual([{ requests: 3 }, { requests: 2 }]);
  });
});

describe('the sweep', () => {
  it('deletes what is older than a week, and what is beyond an account’s share', async () => {
    await account.api.list();
    await service.usage.write();
    service.clock.advance(7 * 86_400 + 3_601);
    const now = service.clock.now();
    await service.database.query({
      text: `INSERT INTO request_log
             SELECT $1, $2::timestamptz - n * interval '1 second', lpad(n::text, 24, '0'), 'r', 'GET', '/v1/trips', 200, NULL, 1
               FROM generate_series(1, $3::int) n`,
      values: [account.accountId, now, MAX_ENTRIES_PER_ACCOUNT + 5],
    });
    await service.database.query({
      text: 'INSERT INTO request_counts VALUES ($1, $2, 2, $3, 0)',
      values: [account.accountId, now, MAX_ENTRIES_PER_ACCOUNT + 5],
    });
    await sweepUsage(service.database, now);
    expect([await counted(), await counted('request_counts')]).toEqual([MAX_ENTRIES_PER_ACCOUNT, 1]);
    expect(await counted('key_request_counts')).toBe(0);
    const { rows } = await service.database.query({
      text: `SELECT max(logged_at) AS newest FROM request_log`,
    });
    expect(rows[0]).toEqual({ newest: new Date(now.getTime() - 1_000) });
  });
});
