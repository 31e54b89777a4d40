import { describe, expect, it } from 'vitest';
import { bookByHand, filledIn, ownerOf, visitor } from '../support/browserClient.ts';
import { call, newKey } from '../support/client.ts';
import { takeDatabaseAway, underRowRefusals } from '../support/databaseOfService.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { serviceForFile, startService } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

let last = 0;
/** Runs a request under an id of its own and answers with the lines that the log has of it. */
async function linesOf(act: (headers: Record<string, string>) => Promise<unknown>) {
  last += 1;
  const requestId = `logged-${last}`;
  await act({ 'x-request-id': requestId });
  const lines = () => service.logLines().filter((line) => line.requestId === requestId);
  await expect.poll(() => lines().filter(({ msg }) => msg === 'request').length).toBe(1);
  return lines();
}

describe('the log', () => {
  it('has one line per request: id, account, key, method, route, status, milliseconds', async () => {
    const { _id } = await account.api.createdTrip();
    const lines = await linesOf((headers) => account.api.send('GET', `/v1/trips/${_id}`, { headers }));
    expect(lines).toEqual([
      {
        level: 30,
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        requestId: expect.any(String),
        accountId: account.accountId,
        keyId: account.key.keyId,
        tripId: _id,
        method: 'GET',
        route: '/v1/trips/:id',
        status: 200,
        ms: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('names the trip that was booked, now or before, and the one that a path names', async () => {
    const key = newKey();
    const book = (headers: Record<string, string>) => account.api.create({}, { ...key, ...headers });
    const [booked] = await linesOf(book);
    const [replayed] = await linesOf(book);
    const { tripId } = booked ?? {};
    expect((await account.api.tripNow(String(tripId)))._id).toBe(tripId);
    expect(replayed).toMatchObject({ status: 201, tripId });
    const [cancelled] = await linesOf((headers) => account.api.cancel(String(tripId), { headers }));
    expect(cancelled).toMatchObject({ route: '/v1/trips/:id/cancel', tripId });
    const [refused] = await linesOf((headers) => call(service.url, 'GET', `/v1/trips/${tripId}`, { headers }));
    expect(refused).toMatchObject({ status: 401, tripId });
    const [unknown] = await linesOf((headers) => account.api.send('GET', '/v1/trips/not-an-id', { headers }));
    expect(unknown).not.toHaveProperty('tripId');
    const [event] = await linesOf((headers) => account.api.send('GET', `/v1/events/${tripId}`, { headers }));
    expect(event).not.toHaveProperty('tripId');
  });

  it('names the account and the member of a page in the dashboard, and the trip', async () => {
    const owner = await ownerOf(service, account);
    const { _id } = await account.api.createdTrip();
    const page = `/app/trips/${_id}`;
    const [shown] = await linesOf((headers) => owner.get(page, headers));
    const { memberId } = shown ?? {};
    const signedIn = { accountId: account.accountId, memberId: expect.stringMatching(/^[0-9a-f]{24}$/) };
    expect(shown).toMatchObject({ route: '/app/trips/:id', ...signedIn, tripId: _id });
    const fields = { ...filledIn((await owner.get(`${page}/cancel`)).html, `${page}/cancel`), reason: 'No flight' };
    const [cancelled] = await linesOf((headers) => owner.post(`${page}/cancel`, fields, headers));
    expect(cancelled).toMatchObject({ status: 303, ...signedIn, memberId, tripId: _id, cancelReasonLength: 9 });
    const [signInPage] = await linesOf((headers) => visitor(service.url).get('/app/sign-in', headers));
    expect(signInPage).not.toHaveProperty('accountId');
    const booked = await bookByHand(owner, {
      ...{ pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E', at: '2027-03-14T10:30' },
      ...{ firstName: 'Grace', lastName: 'Hopper', phone: '+33 6 11 22 33 44' },
    });
    const lines = service.logLines().filter(({ route, status }) => route === '/app/trips/new' && status === 303);
    expect(lines).toMatchObject([{ ...signedIn, memberId, tripId: booked }]);
  });

  it('names the code of an error, and no account when there is none', async () => {
    const [line] = await linesOf((headers) => call(service.url, 'POST', '/v1/trips', { headers, body: {} }));
    expect(line).toMatchObject({ method: 'POST', route: '/v1/trips', status: 401, code: 'UNAUTHORIZED' });
    expect(line).not.toHaveProperty('accountId');
  });

  it('names no path that is not a route', async () => {
    const [line] = await linesOf((headers) => call(service.url, 'GET', '/my/secret/path?and=query', { headers }));
    expect(line).toMatchObject({ route: 'unknown', status: 404, code: 'NOT_FOUND' });
    expect(service.logText()).not.toContain('secret/path');
  });

  it('keeps health probes below the usual level', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const [line] = await linesOf((headers) => call(service.url, 'GET', path, { headers }));
      expect(line).toMatchObject({ level: 20, route: path, status: 200 });
    }
  });

  it('has the cause of a 503 under the request’s id', async () => {
    const bringBack = await takeDatabaseAway(service);
    const lines = await linesOf((headers) => account.api.send('GET', '/v1/trips', { headers }));
    bringBack();
    expect(lines).toMatchObject([
      { level: 50, msg: 'SERVICE_UNAVAILABLE', err: { message: expect.any(String) } },
      { level: 30, msg: 'request', status: 503, code: 'SERVICE_UNAVAILABLE' },
    ]);
  });
});

describe('while the database is unavailable', () => {
  it('the log has its cause once per second, with the number of suppressed lines, and one line for every request', async () => {
    const own = await startService();
    const { api } = await own.account();
    const bringBack = await takeDatabaseAway(own);
    for (let sent = 0; sent < 20; sent += 1) expect((await api.list()).status).toBe(503);
    bringBack();
    const failures = () => own.logLines().filter(({ msg }) => msg === 'SERVICE_UNAVAILABLE');
    const reported = () => failures().reduce((sum, { keptBack = 1 }) => sum + Number(keptBack), 0);
    await expect.poll(reported, { timeout: 5_000 }).toBe(20);
    expect(failures().filter(({ requestId }) => requestId).length).toBeGreaterThan(0);
    expect(failures().length).toBeLessThan(20);
    expect(failures().every(({ level, err }) => level === 50 && (err as Error).message !== '')).toBe(true);
    expect(own.logLines().filter(({ msg, status }) => msg === 'request' && status === 503)).toHaveLength(20);
    await own.close();
  });
});

describe('no line of the log holds', () => {
  const private_ = {
    firstName: 'Zebedäus',
    lastName: 'Quatermain',
    phone: '+33687654321',
    email: 'zq@private.example',
    companyName: 'Privat GmbH',
    address: '7 Chemin Caché',
    city: 'Discretville',
    country: 'Secretland',
    postalCode: '98765-P',
  };
  const booking = {
    client: private_,
    note: 'The code of the gate is 4711B',
    pickup: { address: '1 Hidden Lane', lat: 48.123456, lng: 2.654321 },
    dropoff: { address: '2 Covert Road', lat: 48.234567, lng: 2.765432 },
  };
  const words = [
    ...Object.values(private_),
    '4711B',
    'Hidden',
    'Covert',
    '48.123456',
    'reason of the heart',
    'spoilt-by-caller',
  ];

  it('a key, a rider’s data, an address, a note or a reason, however the request ends', async () => {
    const poisonKey = newKey();
    const { _id } = (await account.api.create(booking)).body.data;
    await account.api.create(booking, poisonKey);
    await account.api.create(booking, poisonKey);
    await account.api.create({ ...booking, price: 1 }, poisonKey);
    await account.api.create({ ...booking, vehicleId: '0'.repeat(24) });
    await account.api.create({ ...booking, price: 'spoilt-by-caller', 'spoilt-by-caller': 1 });
    await account.api.send('POST', '/v1/trips', { body: `${JSON.stringify(booking)}spoilt`, headers: newKey() });
    await account.api.send('GET', '/v1/trips?status=spoilt-by-caller');
    await account.api.cancel(_id, { body: { reason: 'reason of the heart' } });
    await account.api.cancel(_id, { body: { reason: 'reason of the heart'.repeat(50) } });
    await call(service.url, 'GET', '/v1/trips', { key: `${account.apiKey}x` });
    await sendRaw(service.url, `GET /v1/trips HTTP/1.1\r\nAuthorization: Bearer ${account.apiKey}\r\nHost\r\n\r\n`);
    await underRowRefusals(
      (text) => service.database.query({ text }),
      async () => expect((await account.api.create(booking)).status).toBe(500),
    );
    const bringBack = await takeDatabaseAway(service);
    await account.api.create(booking);
    bringBack();
    await linesOf((headers) => account.api.send('GET', '/v1/trips', { headers }));

    const text = service.logText();
    expect(text).toContain('INTERNAL_ERROR');
    expect(text).toContain('SERVICE_UNAVAILABLE');
    expect(words.filter((word) => text.includes(word))).toEqual([]);
    const secret = account.apiKey.split('.')[1] as string;
    expect([text.includes(secret), text.includes('trip_live_'), /authorization/i.test(text)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
