import { describe, expect, it } from 'vitest';
import { validate } from '../../reliability/support/openapi.ts';
import { EVENT_TYPES, WEBHOOK_BOUNDS } from '../../src/contract/values.ts';
import { newId } from '../../src/identifiers.ts';
import { MAX_ATTEMPTS_PER_ENDPOINT, sweepDeliveries } from '../../src/webhooks/deliverySweep.ts';
import { expectFaults } from '../support/client.ts';
import { countOf, openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { serviceForFile, startService, type TestAccount } from '../support/service.ts';
import { addEndpointFor, attemptsAt, delivererOf, startReceiver, statusOf } from '../support/webhooks.ts';

const service = await serviceForFile();
const PATH = '/v1/webhook-endpoints';
const URL_OF_PARTNER = 'https://partner.example/hooks?token=1';

const create = (account: TestAccount, body: object) => account.api.send('POST', PATH, { body });

describe('POST /v1/webhook-endpoints', () => {
  it('adds an endpoint and shows its secret once', async () => {
    const account = await service.account();
    const body = { url: URL_OF_PARTNER, eventTypes: ['trip.created'], description: 'Dispatch' };
    const answer = await create(account, body);
    expect(answer.status).toBe(201);
    const { secret, ...endpoint } = answer.body.data;
    expect(endpoint).toEqual({
      ...body,
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      status: 'ENABLED',
      createdAt: service.clock.now().toISOString(),
    });
    expect(answer.headers.get('location')).toBe(`${PATH}/${endpoint._id}`);
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
    expect(secret).toMatch(/^whsec_/);
    const read = await account.api.send('GET', `${PATH}/${endpoint._id.toUpperCase()}`);
    expect(read.body).toEqual({ success: true, data: endpoint });
    expect((await account.api.send('GET', PATH)).body).toMatchObject({ success: true, data: [endpoint] });
    const second = await addEndpointFor(account, URL_OF_PARTNER);
    const page = await account.api.send('GET', `${PATH}?limit=1&page=2`);
    expect([page.body.data[0]._id, page.body.data.length]).toEqual([second._id, 1]);
    expect(page.body.pagination).toEqual({ page: 2, limit: 1, total: 2, pages: 2, hasNext: false, hasPrevious: true });
    expect(service.logText()).not.toContain(secret);
    expect(service.logText()).not.toContain('token=1');
  });

  it('takes a URL alone: then all types are sent', async () => {
    const { body } = await create(await service.account(), { url: URL_OF_PARTNER });
    expect(body.data).toMatchObject({ eventTypes: [], description: null });
  });

  it('refuses what is not a body of its kind', async () => {
    const account = await service.account();
    expectFaults(await create(account, {}), ['url is required']);
    const url = URL_OF_PARTNER;
    expectFaults(await create(account, { url: '' }), ['url must have at least 1 character']);
    const twice = 'eventTypes must not have the same value twice';
    expectFaults(await create(account, { url, eventTypes: ['trip.created', 'trip.created'] }), [twice]);
    expectFaults(await create(account, { url, eventTypes: [...EVENT_TYPES, 'trip.created'] }), [
      ...['eventTypes must have at most 5 items', twice],
    ]);
    for (const description of ['', ' \n'])
      expectFaults(await create(account, { url, description }), ['description must not be blank']);
    for (const body of [
      { url: 1 },
      { url: `https://a.example/${'x'.repeat(WEBHOOK_BOUNDS.url.max)}` },
      { url, eventTypes: ['trip.unknown'] },
      { url, eventTypes: ['webhook.test'] },
      { url, eventTypes: 'trip.created' },
      { url, description: 'x'.repeat(WEBHOOK_BOUNDS.description.max + 1) },
      { url, description: '\u0000' },
      { url, secret: 'whsec_x' },
    ])
      expect((await create(account, body)).body.code).toBe('VALIDATION_FAILED');
    expect((await account.api.send('POST', `${PATH}?a=1`, { body: { url } })).body.code).toBe('VALIDATION_FAILED');
    expect((await create(account, { url, eventTypes: [...EVENT_TYPES] })).status).toBe(201);
  });

  it.each([
    ['http://partner.example/', 'The URL must begin with https://.'],
    ['partner.example', 'The URL must be absolute and begin with https://.'],
    ['https://user:secret@partner.example/', 'The URL must not contain a user name or a password.'],
    ['https://partner.example:22/', 'The URL must use port 443, or port 1024 or above.'],
    ['https://127.0.0.1/', 'The URL must have a host on the public internet.'],
    ['https://localhost/', 'The URL must have a host on the public internet.'],
  ])('refuses a URL that is not allowed, and says why: %s', async (url, message) => {
    const answer = await create(await service.account(), { url });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, 'WEBHOOK_URL_NOT_ALLOWED', message]);
  });

  it('adds at most ten per account, also when they come at once', async () => {
    const account = await service.account();
    const answers = await Promise.all(Array.from({ length: 14 }, () => create(account, { url: URL_OF_PARTNER })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(4).fill([400, 'WEBHOOK_ENDPOINT_LIMIT_REACHED']),
    );
    const [first] = (await account.api.send('GET', PATH)).body.data;
    await account.api.send('DELETE', `${PATH}/${first._id}`);
    expect((await create(account, { url: URL_OF_PARTNER })).status).toBe(201);
  });
});

describe('an endpoint', () => {
  it('is disabled and enabled, as often as one likes', async () => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, URL_OF_PARTNER);
    for (const [verb, status] of [
      ['disable', 'DISABLED'],
      ['disable', 'DISABLED'],
      ['enable', 'ENABLED'],
      ['enable', 'ENABLED'],
    ]) {
      const answer = await account.api.send('POST', `${PATH}/${endpoint._id}/${verb}`);
      expect([answer.status, answer.body.data.status]).toEqual([200, status]);
      expect(await statusOf(account, endpoint)).toBe(status);
    }
    const withMember = await account.api.send('POST', `${PATH}/${endpoint._id}/disable`, { body: { a: 1 } });
    expect(withMember.body.code).toBe('VALIDATION_FAILED');
  });

  it('is gone with everything of it when it is deleted', async () => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, URL_OF_PARTNER);
    await account.api.createdTrip();
    await delivererOf(service).deliverAll(); // which fails, and is logged and queued again
    const rows = () =>
      countOf(
        service,
        `SELECT (SELECT count(*) FROM webhook_deliveries WHERE account_id = $1)
                + (SELECT count(*) FROM webhook_attempts WHERE account_id = $1) AS count`,
        [account.accountId],
      );
    expect(await rows()).toBe(2);
    const withMember = await account.api.send('DELETE', `${PATH}/${endpoint._id}`, { body: { a: 1 } });
    expect(withMember.body.code).toBe('VALIDATION_FAILED');
    const answer = await account.api.send('DELETE', `${PATH}/${endpoint._id}`);
    expect([answer.status, answer.body.data._id]).toEqual([200, endpoint._id]);
    expect(await rows()).toBe(0);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/rotate-secret'],
      ['POST', '/enable'],
      ['POST', '/disable'],
      ['POST', '/test'],
    ] as const)
      for (const id of [endpoint._id, newId(), 'no-id', '%00']) {
        const gone = await account.api.send(method, `${PATH}/${id}${path}`);
        expect([method, path, id, gone.status, gone.body.code]).toEqual([
          method,
          path,
          id,
          404,
          'WEBHOOK_ENDPOINT_NOT_FOUND',
        ]);
      }
  });

  it('gets a new secret, for an overlap within bounds', async () => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, URL_OF_PARTNER);
    const rotate = (body?: object) => account.api.send('POST', `${PATH}/${endpoint._id}/rotate-secret`, { body });
    const secrets = [endpoint.secret];
    for (const body of [undefined, {}, { overlapSeconds: 0 }, { overlapSeconds: WEBHOOK_BOUNDS.overlapSeconds.max }]) {
      const answer = await rotate(body);
      expect([answer.status, answer.body.data._id]).toEqual([200, endpoint._id]);
      secrets.push(answer.body.data.secret);
    }
    expect(new Set(secrets).size).toBe(5);
    for (const overlapSeconds of [-1, WEBHOOK_BOUNDS.overlapSeconds.max + 1, 1.5, '60', null])
      expect((await rotate({ overlapSeconds })).body.code).toBe('VALIDATION_FAILED');
  });

  it('supports no other methods', async () => {
    const account = await service.account();
    const { _id } = await addEndpointFor(account, URL_OF_PARTNER);
    for (const [method, path] of [
      ['PUT', PATH],
      ['PATCH', `${PATH}/${_id}`],
      ['GET', `${PATH}/${_id}/test`],
      ['POST', `${PATH}/${_id}/deliveries`],
    ] as const)
      expect((await account.api.send(method, path)).body.code).toBe('METHOD_NOT_ALLOWED');
  });
});

describe('POST /v1/webhook-endpoints/{id}/test', () => {
  it('sends a test event now, also to a disabled endpoint, and answers with the outcome', async () => {
    const local = await startService({ env: { WEBHOOK_TARGETS: 'any' } });
    const account = await local.account();
    const receiver = await startReceiver();
    const endpoint = await addEndpointFor(account, receiver.url, { eventTypes: ['trip.cancelled'] });
    await account.api.send('POST', `${PATH}/${endpoint._id}/disable`);
    const test = () => account.api.send('POST', `${PATH}/${endpoint._id}/test`);
    const answer = await test();
    const eventId = expect.stringMatching(/^test-[0-9a-f]{24}$/);
    const outcome = { eventId, attempt: 1, at: local.clock.now().toISOString(), nextAttemptAt: null };
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { ...outcome, responseStatus: 204, error: null, ms: expect.any(Number) },
    ]);
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]?.body).toEqual({
      _id: answer.body.data.eventId,
      type: 'webhook.test',
      createdAt: local.clock.now().toISOString(),
      tripId: null,
      changedBy: 'API',
      data: { trip: null, previousStatus: null },
    });
    expect(validate({ $ref: '#/components/schemas/WebhookTestEvent' }, receiver.received[0]?.body)).toEqual([]);
    receiver.answer(410);
    expect((await test()).body.data).toMatchObject({ responseStatus: 410, error: 'UNSUCCESSFUL_STATUS' });
    expect(await attemptsAt(account, endpoint)).toHaveLength(2);
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    await local.close();
  });

  it('reaches nothing that is not public', async () => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, 'https://localhost.localdomain:8443/');
    const { body } = await account.api.send('POST', `${PATH}/${endpoint._id}/test`);
    expect(['ADDRESS_NOT_ALLOWED', 'HOST_NOT_FOUND']).toContain(body.data.error);
    expect(body.data.responseStatus).toBe(null);
  });
});

describe('POST /v1/events/{id}/redeliver', () => {
  it('names an event and an endpoint of the account', async () => {
    const account = await service.account();
    const { _id: endpointId } = await addEndpointFor(account, URL_OF_PARTNER);
    const trip = await account.api.createdTrip();
    const redeliver = async (eventId: string, body: object) => {
      const answer = await account.api.send('POST', `/v1/events/${eventId}/redeliver`, { body });
      return [answer.status, answer.body.code];
    };
    expect(await redeliver(`${trip._id}-1`, { endpointId: endpointId.toUpperCase() })).toEqual([202, undefined]);
    expect(await redeliver(`${trip._id}-1`, { endpointId: newId() })).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND']);
    expect(await redeliver(`${trip._id}-2`, { endpointId })).toEqual([404, 'EVENT_NOT_FOUND']);
    expect(await redeliver('test-1', { endpointId })).toEqual([404, 'EVENT_NOT_FOUND']);
    expect(await redeliver(`${trip._id}-1`, {})).toEqual([400, 'VALIDATION_FAILED']);
    expect(await redeliver(`${trip._id}-1`, { endpointId: 'x' })).toEqual([400, 'VALIDATION_FAILED']);
  });

  it('does not find an endpoint that is deleted at the same moment', async () => {
    const account = await service.account();
    const { _id: endpointId } = await addEndpointFor(account, URL_OF_PARTNER);
    const trip = await account.api.createdTrip();
    const deletion = await openTransaction(service);
    await deletion.query('DELETE FROM webhook_endpoints WHERE endpoint_id = $1', [endpointId]);
    const answering = account.api.send('POST', `/v1/events/${trip._id}-1/redeliver`, { body: { endpointId } });
    await untilStatementWaits(service);
    await deletion.commit();
    const { status, body } = await answering;
    expect([status, body.code]).toEqual([404, 'WEBHOOK_ENDPOINT_NOT_FOUND']);
  });
});

describe('GET /v1/webhook-endpoints/{id}/deliveries', () => {
  it('has pages, newest first, and no more than 30 days and ten thousand attempts', async () => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, URL_OF_PARTNER);
    const log = (from: number, to: number, days: number) =>
      service.database.query({
        text: `INSERT INTO webhook_attempts (account_id, endpoint_id, attempted_at, attempt_id, event, attempt, ms)
               SELECT $1, $2, $3::timestamptz - $6 * interval '1 day' + n * interval '1 ms', n, 'event ' || n, 1, 1
                 FROM generate_series($4::int, $5::int) AS n`,
        values: [account.accountId, endpoint._id, service.clock.now(), from, to, days],
      });
    await log(1, 3, 31);
    await log(4, 5, 29);
    const page = async (query: string) => {
      const { body } = await account.api.send('GET', `${PATH}/${endpoint._id}/deliveries${query}`);
      return [body.data.map(({ eventId }: { eventId: string }) => eventId), body.pagination.total];
    };
    expect(await page('?limit=2&page=2')).toEqual([['event 3', 'event 2'], 5]);
    await sweepDeliveries(service.database, service.clock.now());
    expect(await page('')).toEqual([['event 5', 'event 4'], 2]);
    await log(6, MAX_ATTEMPTS_PER_ENDPOINT + 6, 1);
    await sweepDeliveries(service.database, service.clock.now());
    expect(await page('?limit=1')).toEqual([[`event ${MAX_ATTEMPTS_PER_ENDPOINT + 6}`], MAX_ATTEMPTS_PER_ENDPOINT]);
    expect((await account.api.send('GET', `${PATH}/${endpoint._id}/deliveries?limit=101`)).status).toBe(400);
  });
});
