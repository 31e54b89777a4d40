import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { createMetrics } from '../../src/health/metrics.ts';
import { countWaitingDeliveries } from '../../src/webhooks/deliveryStore.ts';
import { RETRY_SECONDS } from '../../src/webhooks/retries.ts';
import { advanceTrip } from '../support/advance.ts';
import { countOf } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';
import {
  type AddedEndpoint,
  addEndpointFor,
  attemptsAt,
  delivererOf,
  privateCertificate,
  type ReceivedRequest,
  type Receiver,
  resolverOf,
  startReceiver,
  statusOf,
} from '../support/webhooks.ts';

const service = await serviceForFile({ env: { WEBHOOK_TARGETS: 'any' } });
const deliverer = delivererOf(service);
const idsOf = (received: ReceivedRequest[]) => received.map(({ body }) => body._id);

/** A new account with an endpoint at a receiver of its own. */
async function subscriber(more: object = {}) {
  const account = await service.account();
  const receiver = await startReceiver();
  const endpoint = await addEndpointFor(account, receiver.url, more);
  return { account, receiver, endpoint };
}

const redeliver = (account: TestAccount, event: string, { _id }: AddedEndpoint) =>
  account.api.send('POST', `/v1/events/${event}/redeliver`, { body: { endpointId: _id } });

const enable = (account: TestAccount, { _id }: AddedEndpoint) =>
  account.api.send('POST', `/v1/webhook-endpoints/${_id}/enable`);

const rotate = async (account: TestAccount, { _id }: AddedEndpoint, overlapSeconds: number): Promise<string> => {
  const path = `/v1/webhook-endpoints/${_id}/rotate-secret`;
  return (await account.api.send('POST', path, { body: { overlapSeconds } })).body.data.secret;
};

/** Lets this many seconds pass, several times, and each time sends what is due. */
async function passAndDeliver(waits: readonly number[]): Promise<void> {
  for (const seconds of waits) {
    service.clock.advance(seconds);
    await deliverer.deliverAll();
  }
}

/** Leaves requests without a response until the test writes one. */
function holdResponses(receiver: Receiver): ServerResponse[] {
  const held: ServerResponse[] = [];
  receiver.answer((response) => held.push(response));
  return held;
}

/** Verifies as a receiver does, at the time of the test's clock. */
function verified({ text, headers }: ReceivedRequest, secret: string): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: service.clock.now() });
  try {
    return new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}

/** Lets this many seconds pass for the claims, which use the database's clock. */
async function ageClaims(seconds: number): Promise<void> {
  const { rows } = await service.database.query<{ claimed_until: Date }>({
    text: 'SELECT DISTINCT claimed_until FROM webhook_deliveries WHERE claimed_until IS NOT NULL',
  });
  for (const { claimed_until } of rows)
    await service.database.query({
      text: 'UPDATE webhook_deliveries SET claimed_until = $2 WHERE claimed_until = $1',
      values: [claimed_until, new Date(claimed_until.getTime() - seconds * 1000)],
    });
}

afterEach(() => {
  vi.useRealTimers();
  service.clock.set('2027-03-01T08:00:00.000Z');
});

// Each of these is said in the guide on webhooks.
describe('an endpoint that is replaced by another one', () => {
  const attemptsThatWait = async (account: TestAccount, endpoint: AddedEndpoint) => {
    const attempts = await attemptsAt(account, endpoint);
    const newest = new Map([...attempts].reverse().map((attempt) => [attempt.eventId, attempt]));
    return [...newest.values()].filter(({ nextAttemptAt }) => nextAttemptAt !== null).map(({ eventId }) => eventId);
  };
  const remove = (account: TestAccount, { _id }: AddedEndpoint) =>
    account.api.send('DELETE', `/v1/webhook-endpoints/${_id}`);

  it('can have the same URL; both send what is new until the old one is deleted', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const next = await addEndpointFor(account, receiver.url, { eventTypes: ['trip.created'] });
    const trip = await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(idsOf(receiver.received)).toEqual([`${trip._id}-1`, `${trip._id}-1`]);
    const isSignedWith = (request: ReceivedRequest, secret: string) => {
      try {
        return verified(request, secret) !== undefined;
      } catch {
        return false;
      }
    };
    for (const { secret } of [endpoint, next])
      expect(receiver.received.filter((request) => isSignedWith(request, secret))).toHaveLength(1);
    await account.api.cancel(trip._id);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).slice(2)).toEqual([`${trip._id}-2`]);
    expect(await attemptsThatWait(account, endpoint)).toEqual([]);
    await remove(account, endpoint);
    const later = await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).slice(3)).toEqual([`${later._id}-1`]);
  });

  it('leaves what still waits to a redelivery, of any type, and to the feed', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id);
    await deliverer.deliverAll();
    const replacement = await startReceiver();
    const next = await addEndpointFor(account, replacement.url, { eventTypes: ['trip.assigned'] });
    expect(await attemptsThatWait(account, endpoint)).toEqual([`${trip._id}-1`]);
    await remove(account, endpoint);
    expect((await account.api.send('GET', `/v1/webhook-endpoints/${endpoint._id}/deliveries`)).status).toBe(404);
    receiver.answer(204);
    const sent = receiver.received.length;
    expect((await redeliver(account, `${trip._id}-1`, next)).status).toBe(202);
    await passAndDeliver([3_600]);
    expect(idsOf(replacement.received)).toEqual([`${trip._id}-1`]);
    expect(receiver.received).toHaveLength(sent);
    const feed = await account.api.send('GET', `/v1/events?after=${trip._id}-1`);
    expect(feed.body.data.map(({ _id }: { _id: string }) => _id)).toEqual([`${trip._id}-2`]);
  });

  it('makes way for it in an account that has ten', async () => {
    const { account, receiver, endpoint } = await subscriber();
    for (let count = 1; count < 10; count += 1) await addEndpointFor(account, receiver.url);
    const add = () => account.api.send('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } });
    expect((await add()).body.code).toBe('WEBHOOK_ENDPOINT_LIMIT_REACHED');
    await remove(account, endpoint);
    expect((await add()).status).toBe(201);
  });
});

describe('an event', () => {
  it('is posted as it is in the feed, signed, once, and only if it is newer than the endpoint', async () => {
    const account = await service.account();
    await account.api.createdTrip();
    const receiver = await startReceiver();
    const endpoint = await addEndpointFor(account, `${receiver.url}?token=t`);
    const trip = await account.api.createdTrip();
    await deliverer.deliverAll();
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(1);
    const [request] = receiver.received as [ReceivedRequest];
    const event = await account.api.send('GET', `/v1/events/${trip._id}-1`);
    expect(event.text).toBe(`{"success":true,"data":${request.text}}`);
    expect([request.method, request.path]).toEqual(['POST', '/hook?token=t']);
    expect(request.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': `${trip._id}-1`,
      'webhook-timestamp': String(service.clock.now().getTime() / 1000),
    });
    expect(verified(request, endpoint.secret)).toEqual(request.body);
    expect(() => verified(request, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
    expect(await attemptsAt(account, endpoint)).toEqual([
      {
        eventId: `${trip._id}-1`,
        attempt: 1,
        at: service.clock.now().toISOString(),
        responseStatus: 204,
        error: null,
        ms: expect.any(Number),
        nextAttemptAt: null,
      },
    ]);
  });

  it('is sent only to the account that owns the trip, and only if the endpoint wants its type', async () => {
    const { account, receiver } = await subscriber({ eventTypes: ['trip.cancelled', 'trip.assigned'] });
    const stranger = await subscriber();
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id);
    await deliverer.deliverAll();
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['trip.cancelled']);
    expect(stranger.receiver.received).toEqual([]);
  });

  it('carries both signatures during the overlap of a rotation, and one after it', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const next = await rotate(account, endpoint, 60);
    expect(next).not.toBe(endpoint.secret);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    const [during] = receiver.received as [ReceivedRequest];
    expect(verified(during, endpoint.secret)).toEqual(verified(during, next));
    service.clock.advance(60);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    const after = receiver.received[1] as ReceivedRequest;
    expect(verified(after, next)).toEqual(after.body);
    expect(() => verified(after, endpoint.secret)).toThrow();
  });

  it('carries a signature of every secret whose overlap lasts, however often it was rotated, until there is none', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const second = await rotate(account, endpoint, 600);
    const third = await rotate(account, endpoint, 60);
    const secrets = [endpoint.secret, second, third];
    const valid = async () => {
      await account.api.createdTrip();
      await deliverer.deliverAll();
      const request = receiver.received.at(-1) as ReceivedRequest;
      return secrets.map((secret) => {
        try {
          return verified(request, secret) !== undefined;
        } catch {
          return false;
        }
      });
    };
    expect(await valid()).toEqual([true, true, true]);
    service.clock.advance(60);
    expect(await valid()).toEqual([true, false, true]);
    secrets.push(await rotate(account, endpoint, 0));
    expect(await valid()).toEqual([false, false, false, true]);
    for (let count = 0; count < 12; count += 1) await rotate(account, endpoint, 600);
    await valid();
    expect(receiver.received.at(-1)?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(10);
  });
});

describe('a failed attempt', () => {
  it('is repeated at the promised times until the endpoint answers', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    const trip = await account.api.createdTrip();
    await deliverer.deliverAll();
    const at = service.clock.now();
    for (const [index, seconds] of RETRY_SECONDS.slice(0, 3).entries()) {
      expect((await attemptsAt(account, endpoint)).at(-1)).toMatchObject({
        attempt: index + 1,
        responseStatus: 500,
        error: 'UNSUCCESSFUL_STATUS',
        nextAttemptAt: new Date(service.clock.now().getTime() + seconds * 1000).toISOString(),
      });
      service.clock.advance(seconds - 1);
      await deliverer.deliverAll();
      expect(receiver.received).toHaveLength(index + 1);
      service.clock.advance(1);
      if (index === 2) receiver.answer(200);
      await deliverer.deliverAll();
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(service.clock.now().getTime() - at.getTime()).toBe(155_000);
    expect((await attemptsAt(account, endpoint)).at(-1)).toMatchObject({ attempt: 4, error: null });
    expect(new Set(idsOf(receiver.received))).toEqual(new Set([`${trip._id}-1`]));
    // The endpoint is not failing any more: its next failure is its first.
    expect(await countOf(service, 'SELECT count(*) FROM webhook_endpoints WHERE failing_since IS NOT NULL')).toBe(0);
  });

  it('is repeated as long after the end of a slow attempt as after that of a quick one', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer((response) => {
      service.clock.advance(9);
      response.writeHead(500).end();
    });
    await account.api.createdTrip();
    await deliverer.deliverAll();
    const nextAttemptAt = new Date(service.clock.now().getTime() + RETRY_SECONDS[0] * 1000).toISOString();
    expect((await attemptsAt(account, endpoint)).at(-1)).toMatchObject({ attempt: 1, nextAttemptAt });
  });

  it('holds back later events of that trip, and no other trip', async () => {
    const { account, receiver } = await subscriber();
    const [stuck, other] = [await account.api.createdTrip(), await account.api.createdTrip()];
    receiver.answer((response, { body }) => response.writeHead(body.tripId === stuck._id ? 503 : 200).end());
    await advanceTrip(service, stuck._id, 'OTWTP');
    await advanceTrip(service, other._id, 'OTWTP');
    await deliverer.deliverAll();
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).filter((id) => id.startsWith(stuck._id))).toEqual([`${stuck._id}-1`]);
    expect(idsOf(receiver.received).filter((id) => id.startsWith(other._id))).toEqual([
      `${other._id}-1`,
      `${other._id}-2`,
    ]);
    receiver.answer(200);
    service.clock.advance(5);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).filter((id) => id.startsWith(stuck._id))).toEqual(
      [1, 1, 2].map((version) => `${stuck._id}-${version}`),
    );
  });

  it('is the last one after ten retries: the event is given up, and the trip goes on with the next', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const trip = await account.api.createdTrip();
    receiver.answer((response, { body }) => response.writeHead(body._id === `${trip._id}-1` ? 500 : 200).end());
    await advanceTrip(service, trip._id, 'OTWTP');
    await passAndDeliver([0, ...RETRY_SECONDS]);
    const attempts = await attemptsAt(account, endpoint);
    expect(attempts.map(({ eventId, attempt }: { eventId: string; attempt: number }) => [eventId, attempt])).toEqual([
      ...Array.from({ length: 11 }, (_, index) => [`${trip._id}-1`, index + 1]),
      [`${trip._id}-2`, 1],
    ]);
    expect(attempts[10]).toMatchObject({ error: 'UNSUCCESSFUL_STATUS', nextAttemptAt: null });
    expect(deliverer.outcomes).toContain('given_up');
  });

  it.each([
    ['a redirect, which is not followed', 302, 'UNSUCCESSFUL_STATUS'],
    ['a client error', 404, 'UNSUCCESSFUL_STATUS'],
    ['not modified', 304, 'UNSUCCESSFUL_STATUS'],
  ])('is one with %s', async (_, status, error) => {
    const { account, receiver, endpoint } = await subscriber();
    const elsewhere = await startReceiver();
    receiver.answer((response) => response.writeHead(status, { location: elsewhere.url }).end());
    await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(await attemptsAt(account, endpoint)).toMatchObject([{ responseStatus: status, error }]);
    expect(elsewhere.received).toEqual([]);
  });

  it('is one that hangs, and one whose connection is closed before an answer or never made', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const impatient = delivererOf(service, { timeoutMs: 200 });
    receiver.answer(() => {});
    await account.api.createdTrip();
    await impatient.deliverAll();
    receiver.answer((response) => response.destroy());
    service.clock.advance(5);
    await impatient.deliverAll();
    await receiver.close();
    service.clock.advance(30);
    await impatient.deliverAll();
    const attempts = await attemptsAt(account, endpoint);
    expect(attempts.map(({ error }: { error: string }) => error)).toEqual([
      'TIMED_OUT',
      'CONNECTION_FAILED',
      'CONNECTION_FAILED',
    ]);
    expect(attempts[0]).toMatchObject({ responseStatus: null, ms: expect.any(Number) });
    expect(attempts[0].ms).toBeGreaterThanOrEqual(190);
  });
});

it('may be one of many attempts at a time, without a warning of Node', async () => {
  const warnings: Error[] = [];
  const noteWarning = (warning: Error) => warnings.push(warning);
  process.on('warning', noteWarning);
  const own = delivererOf(service);
  const held: ServerResponse[][] = [];
  for (let count = 0; count < 3; count += 1) {
    const { account, receiver } = await subscriber();
    held.push(holdResponses(receiver));
    for (let trips = 0; trips < 4; trips += 1) await account.api.createdTrip();
  }
  await own.poll();
  await vi.waitFor(() => expect(held.flat()).toHaveLength(12), { timeout: 20_000 });
  for (const response of held.flat()) response.end();
  await own.idle();
  process.off('warning', noteWarning);
  expect(warnings).toEqual([]);
});

describe('a response', () => {
  it.each([
    ['an endless body', (response) => endless(response)],
    ['a body that hangs', (response) => response.writeHead(200).write('x')],
    [
      'a body that breaks off',
      (response) => response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    ],
    [
      'an early hint before it',
      (response) => response.writeEarlyHints({ link: '</a>; rel=preload' }, () => response.end()),
    ],
  ] as [string, Parameters<Awaited<ReturnType<typeof startReceiver>>['answer']>[0]][])(
    'is judged by its status alone, whatever follows: %s',
    async (_, respond) => {
      const { account, receiver, endpoint } = await subscriber();
      receiver.answer(respond);
      await account.api.createdTrip();
      await deliverer.deliverAll();
      expect(await attemptsAt(account, endpoint)).toMatchObject([{ responseStatus: 200, error: null }]);
      await receiver.close();
    },
  );

  it('is read no further than 16 KiB', async () => {
    const { account, receiver } = await subscriber();
    const closed = new Promise((resolve) =>
      receiver.answer((response) => {
        response.on('close', resolve);
        endless(response);
      }),
    );
    await account.api.createdTrip();
    await deliverer.deliverAll();
    await closed; // by the sender, long before its ten seconds are over
    expect(receiver.received).toHaveLength(1);
  });
});

/** Writes until nobody reads. */
function endless(response: ServerResponse): void {
  response.writeHead(200);
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', write);
  response.on('error', () => {});
  write();
}

describe('an endpoint', () => {
  it('is disabled at once by 410, keeps what waits for it, and goes on with it when enabled', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(410);
    const first = await account.api.createdTrip();
    await deliverer.deliverAll();
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    expect(await attemptsAt(account, endpoint)).toMatchObject([{ responseStatus: 410, nextAttemptAt: null }]);
    receiver.answer(200);
    const second = await account.api.createdTrip();
    service.clock.advance(7 * 86_400);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(1);
    await enable(account, endpoint);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).sort()).toEqual([`${first._id}-1`, `${first._id}-1`, `${second._id}-1`].sort());
  });

  it('gets at once what waits for it when it is enabled, also if it was not disabled', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    const first = await account.api.createdTrip();
    const second = await account.api.createdTrip();
    await deliverer.deliverAll();
    receiver.received.length = 0;
    receiver.answer(200);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(0);
    expect((await enable(account, endpoint)).body.data.status).toBe('ENABLED');
    await deliverer.deliverAll();
    expect(idsOf(receiver.received).sort()).toEqual([`${first._id}-1`, `${second._id}-1`].sort());
  });

  it('is disabled after failing for five days, not a moment before', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    service.clock.advance(5 * 86_400 - 1);
    await deliverer.deliverAll();
    expect(await statusOf(account, endpoint)).toBe('ENABLED');
    await account.api.createdTrip();
    service.clock.advance(1);
    await deliverer.deliverAll();
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    expect(
      await countOf(
        service,
        `SELECT count(*) FROM webhook_endpoints WHERE endpoint_id = $1 AND disabled_reason = 'FAILING'`,
        [endpoint._id],
      ),
    ).toBe(1);
  });

  it('is not disabled again by an attempt that began before it was enabled', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const [one, other] = [delivererOf(service), delivererOf(service)];
    receiver.answer(500);
    await account.api.createdTrip();
    await deliverer.deliverAll();
    service.clock.advance(6 * 86_400);
    await account.api.createdTrip();
    const held = holdResponses(receiver);
    await one.poll();
    await expect.poll(() => held.length).toBe(1);
    await other.poll();
    await expect.poll(() => held.length).toBe(2);
    receiver.answer(500);
    held[0]?.writeHead(500).end();
    await expect.poll(() => statusOf(account, endpoint)).toBe('DISABLED');
    await enable(account, endpoint);
    held[1]?.writeHead(500).end();
    await Promise.all([one.idle(), other.idle()]);
    expect(await attemptsAt(account, endpoint)).toHaveLength(3);
    expect(await statusOf(account, endpoint)).toBe('ENABLED');
  });

  it('is not disabled by its first failure after days without an event', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    await account.api.createdTrip();
    await passAndDeliver([0, ...RETRY_SECONDS]);
    service.clock.advance(7 * 86_400);
    await account.api.createdTrip();
    await account.api.createdTrip();
    await passAndDeliver([0, 5]);
    expect(receiver.received).toHaveLength(15);
    expect(await statusOf(account, endpoint)).toBe('ENABLED');
  });

  it('gets what was given up while everything failed when it is enabled, in order per trip', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    const first = await account.api.createdTrip();
    await advanceTrip(service, first._id, 'OTWTP');
    await deliverer.deliverAll();
    await passAndDeliver(RETRY_SECONDS.slice(0, 9));
    const second = await account.api.createdTrip();
    await passAndDeliver([86_400, ...RETRY_SECONDS]); // the first event of the first trip is given up, its second one begins
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    receiver.received.length = 0;
    receiver.answer(200);
    await enable(account, endpoint);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received)).toHaveLength(3);
    expect(idsOf(receiver.received)).toContain(`${second._id}-1`);
    expect(idsOf(receiver.received).filter((id) => id.startsWith(first._id))).toEqual(
      [1, 2].map((version) => `${first._id}-${version}`),
    );
  });

  it('does not get what was given up once something newer was delivered', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const trip = await account.api.createdTrip();
    await advanceTrip(service, trip._id, 'OTWTP');
    receiver.answer((response, { body }) => response.writeHead(body._id === `${trip._id}-1` ? 500 : 200).end());
    await passAndDeliver([0, ...RETRY_SECONDS]);
    expect(idsOf(receiver.received).at(-1)).toBe(`${trip._id}-2`);
    receiver.received.length = 0;
    await account.api.send('POST', `/v1/webhook-endpoints/${endpoint._id}/disable`);
    await enable(account, endpoint);
    await deliverer.deliverAll();
    expect(receiver.received).toEqual([]);
  });

  it('that answers 410 to the last attempt keeps that event too', async () => {
    const { account, receiver, endpoint } = await subscriber();
    receiver.answer(500);
    await account.api.createdTrip();
    await passAndDeliver([0, ...RETRY_SECONDS.slice(0, 9)]);
    receiver.answer(410);
    await passAndDeliver([86_400]);
    expect(await statusOf(account, endpoint)).toBe('DISABLED');
    expect(receiver.received).toHaveLength(11);
    receiver.answer(200);
    await enable(account, endpoint);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(12);
  });

  it('that is slow delays no other', async () => {
    const slow = await subscriber();
    const fast = await subscriber();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    slow.receiver.answer((response) => released.then(() => response.end()));
    for (let count = 0; count < 12; count += 1) await slow.account.api.createdTrip();
    await deliverer.poll();
    await expect.poll(() => slow.receiver.received.length).toBe(4);
    await fast.account.api.createdTrip();
    await deliverer.poll();
    await expect.poll(() => fast.receiver.received.length).toBe(1);
    expect(slow.receiver.received).toHaveLength(4);
    release();
    await deliverer.deliverAll();
    expect(new Set(idsOf(slow.receiver.received)).size).toBe(12);
  });

  /** A deliverer whose receivers all take three seconds to answer, when the test lets them. */
  function slowDeliverer() {
    const waiting: (() => void)[] = [];
    let elapsedMs = 0;
    const send = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { sentAt: service.clock.now(), responseStatus: 200, error: null, ms: 3_000 };
    };
    const sending = delivererOf(service, {}, { sender: { send }, elapsedMs: () => elapsedMs });
    const answerAll = () => {
      elapsedMs += 3_000; // longer than a turn
      for (const answer of waiting.splice(0)) answer();
    };
    return { sending, waiting, answerAll };
  }

  it('that is slow gets one event at a time once that is known, the next as soon as it has answered', async () => {
    const { account } = await subscriber();
    const { sending, waiting, answerAll } = slowDeliverer();
    for (let count = 0; count < 7; count += 1) await account.api.createdTrip();
    await sending.poll();
    await expect.poll(() => waiting.length).toBe(4);
    for (const answered of [4, 5, 6]) {
      answerAll();
      await expect.poll(() => sending.outcomes.length).toBe(answered);
      await expect.poll(() => waiting.length).toBe(1);
      await sending.poll();
      expect(waiting).toHaveLength(1);
    }
    answerAll();
    await sending.idle();
    expect(sending.outcomes).toHaveLength(7);
  });

  it('makes room after two seconds if others are waiting', async () => {
    const account = await service.account();
    const receiver = await startReceiver();
    for (let count = 0; count < 4; count += 1) await addEndpointFor(account, receiver.url);
    const { sending, waiting, answerAll } = slowDeliverer();
    for (let count = 0; count < 4; count += 1) await account.api.createdTrip();
    await sending.poll();
    await expect.poll(() => waiting.length).toBe(10);
    await sending.poll(); // finds that some have no place
    answerAll();
    await sending.idle();
    expect([sending.outcomes.length, waiting.length]).toEqual([10, 0]);
    await deliverer.deliverAll();
  });

  it('shares ten places with the other endpoints of its account', async () => {
    const account = await service.account();
    const receiver = await startReceiver();
    for (let count = 0; count < 4; count += 1) await addEndpointFor(account, receiver.url);
    const held = holdResponses(receiver);
    for (let count = 0; count < 4; count += 1) await account.api.createdTrip();
    for (let polls = 0; polls < 3; polls += 1) await deliverer.poll();
    await expect.poll(() => held.length).toBe(10);
    await deliverer.poll();
    const other = await subscriber();
    await other.account.api.createdTrip();
    await deliverer.poll();
    await expect.poll(() => other.receiver.received.length).toBe(1);
    expect(held).toHaveLength(10);
    receiver.answer(200);
    for (const response of held) response.end();
    await deliverer.idle();
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(16);
  });

  it('gets an event again when asked to, also one that it does not want', async () => {
    const { account, receiver, endpoint } = await subscriber({ eventTypes: ['trip.cancelled'] });
    const trip = await account.api.createdTrip();
    const event = `${trip._id}-1`;
    for (let count = 1; count <= 2; count += 1) {
      expect((await redeliver(account, event, endpoint)).body.data).toEqual({
        eventId: event,
        endpointId: endpoint._id,
      });
      await redeliver(account, event, endpoint); // queued once
      await deliverer.deliverAll();
      expect(idsOf(receiver.received)).toEqual(Array(count).fill(`${trip._id}-1`));
    }
  });

  it('gets an event that was requested again only after those before it, even while these are being queued', async () => {
    const { account, receiver, endpoint } = await subscriber();
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id);
    await redeliver(account, `${trip._id}-2`, endpoint);
    await service.database.transaction(async (queueing) => {
      await queueing.query({
        text: 'SELECT FROM webhook_endpoints WHERE account_id = $1 AND endpoint_id = $2 FOR NO KEY UPDATE',
        values: [account.accountId, endpoint._id],
      });
      await deliverer.poll();
      await deliverer.idle();
    });
    expect(receiver.received).toEqual([]);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received)).toEqual([1, 2].map((version) => `${trip._id}-${version}`));
  });

  it.each([200, 500])(
    'gets an event again that was requested while it was being sent, answered by %i',
    async (status) => {
      const { account, receiver, endpoint } = await subscriber();
      const held = holdResponses(receiver);
      const trip = await account.api.createdTrip();
      await deliverer.poll();
      await expect.poll(() => held.length).toBe(1);
      expect((await redeliver(account, `${trip._id}-1`, endpoint)).status).toBe(202);
      receiver.answer(200);
      held[0]?.writeHead(status).end();
      await deliverer.idle();
      await deliverer.deliverAll();
      expect(idsOf(receiver.received)).toEqual(Array(2).fill(`${trip._id}-1`));
    },
  );
});

describe('several processes', () => {
  it('share the work and send no attempt twice', async () => {
    const { account, receiver } = await subscriber();
    const processes = [deliverer, delivererOf(service), delivererOf(service)];
    const trips = await Promise.all(Array.from({ length: 20 }, () => account.api.createdTrip()));
    for (const trip of trips) await advanceTrip(service, trip._id, 'OTWTD');
    await Promise.all(processes.map((each) => each.deliverAll()));
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(60);
    expect(new Set(idsOf(receiver.received)).size).toBe(60);
    for (const { _id } of trips)
      expect(idsOf(receiver.received).filter((id) => id.startsWith(_id))).toEqual(
        [1, 2, 3].map((each) => `${_id}-${each}`),
      );
  });

  it('take over what a stuck one was sending once its claim has expired; what it learns later counts no more', async () => {
    const { account, receiver } = await subscriber();
    const stuck = delivererOf(service);
    let breakOff = () => {};
    receiver.answer((response) => {
      breakOff = () => response.destroy();
    });
    const trip = await account.api.createdTrip();
    await stuck.poll();
    await expect.poll(() => receiver.received.length).toBe(1);
    receiver.answer(500);
    await ageClaims(15);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(1);
    await ageClaims(15);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(2);
    breakOff(); // the retry after a first attempt would be due already; the one after the second is not
    await stuck.idle();
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(2);
    receiver.answer(200);
    service.clock.advance(30);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received)).toEqual(Array(3).fill(`${trip._id}-1`));
  });

  it('do not send what they claimed when too little of the claim is left', async () => {
    const { account, receiver } = await subscriber();
    let elapsedMs = 0;
    const database: Database = {
      ...service.database,
      query(statement) {
        if (statement.name === 'find_event') elapsedMs += 15_001;
        return service.database.query(statement);
      },
    };
    const late = delivererOf(service, {}, { database, elapsedMs: () => elapsedMs });
    const trip = await account.api.createdTrip();
    await late.deliverAll();
    expect(receiver.received).toEqual([]);
    await ageClaims(30);
    await deliverer.deliverAll();
    expect(idsOf(receiver.received)).toEqual([`${trip._id}-1`]);
  });

  describe('of which one is stuck and its clock is three days', () => {
    const stuckAt = (hours: number) => {
      const now = () => new Date(service.clock.now().getTime() + hours * 3_600_000);
      return delivererOf({ ...service, clock: { ...service.clock, now } });
    };

    it('ahead take over what it was sending when its claim has expired', async () => {
      const { account, receiver } = await subscriber();
      receiver.answer(500);
      await account.api.createdTrip();
      await deliverer.deliverAll();
      receiver.answer(() => {});
      await stuckAt(72).poll();
      await expect.poll(() => receiver.received.length).toBe(2);
      await ageClaims(30);
      receiver.answer(200);
      service.clock.advance(5);
      await deliverer.deliverAll();
      expect(receiver.received).toHaveLength(3);
    });

    it('behind do not send what it is sending', async () => {
      const { account, receiver } = await subscriber();
      receiver.answer(() => {});
      await account.api.createdTrip();
      await stuckAt(-72).poll();
      await expect.poll(() => receiver.received.length).toBe(1);
      receiver.answer(200);
      await deliverer.deliverAll();
      expect(receiver.received).toHaveLength(1);
      await ageClaims(30);
      await deliverer.deliverAll();
      expect(receiver.received).toHaveLength(2);
    });
  });

  it('that stop break off what hangs, and leave it to the next', async () => {
    const { account, receiver } = await subscriber();
    const stopped = delivererOf(service);
    receiver.answer(() => {});
    await account.api.createdTrip();
    await stopped.poll();
    await expect.poll(() => receiver.received.length).toBe(1);
    await stopped.stop();
    expect(stopped.outcomes).toEqual([]);
    receiver.answer(200);
    await ageClaims(30);
    await deliverer.deliverAll();
    expect(receiver.received).toHaveLength(2);
  });
});

it('metrics count attempts by outcome, and what waits', async () => {
  const { account, receiver } = await subscriber();
  const metrics = createMetrics(service.database);
  metrics.watchDeliveries(() => countWaitingDeliveries(service.database));
  const counted = delivererOf(service, {}, { observe: metrics.observeDelivery });
  const waiting = await countWaitingDeliveries(service.database);
  receiver.answer((response) => response.writeHead(receiver.received.length === 1 ? 500 : 200).end());
  await account.api.createdTrip();
  await counted.poll();
  await counted.idle();
  const text = await metrics.registry.metrics();
  expect(text).toMatch(/^webhook_attempts_total\{outcome="failed"\} [1-9]/m);
  expect(text).toContain(`webhook_deliveries_waiting ${waiting + 1}`);
  service.clock.advance(5);
  await counted.poll();
  await counted.idle();
  expect(await metrics.registry.metrics()).toMatch(/^webhook_attempts_total\{outcome="delivered"\} [1-9]/m);
});

describe('TLS', () => {
  const NAME = 'receiver.example';
  const certificate = privateCertificate(NAME);
  const lookup = resolverOf({ [NAME]: ['127.0.0.1'], 'other.example': ['127.0.0.1'] });

  it('needs a certificate of a trusted authority for the name of the URL', async () => {
    const account = await service.account();
    const receiver = await startReceiver(certificate);
    const endpoint = await addEndpointFor(account, `https://${NAME}:${receiver.port}/`);
    const wrongName = await addEndpointFor(account, `https://other.example:${receiver.port}/`);
    await account.api.createdTrip();
    await delivererOf(service, { lookup }).deliverAll();
    expect(await attemptsAt(account, endpoint)).toMatchObject([{ responseStatus: null, error: 'TLS_FAILED' }]);
    service.clock.advance(5);
    await delivererOf(service, { lookup, ca: certificate.cert }).deliverAll();
    expect((await attemptsAt(account, endpoint)).at(-1)).toMatchObject({ responseStatus: 204, error: null });
    expect((await attemptsAt(account, wrongName)).at(-1)).toMatchObject({ error: 'TLS_FAILED' });
    expect(receiver.received).toHaveLength(1);
  });
});

describe('with WEBHOOK_TARGETS=public, the address is checked when a connection is made', () => {
  const URL_OF_NAME = 'https://partner.example:8443/';

  it.each([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['an IPv4 address in IPv6', ['::ffff:10.0.0.1']],
    ['the metadata service of a cloud', ['169.254.169.254']],
  ])('a name that leads to %s is refused', async (_, addresses) => {
    const account = await service.account();
    const endpoint = await addEndpointFor(account, URL_OF_NAME);
    await account.api.createdTrip();
    const lookup = resolverOf({ 'partner.example': addresses });
    await delivererOf(service, { targets: 'public', lookup }).deliverAll();
    expect(await attemptsAt(account, endpoint)).toMatchObject([{ responseStatus: null, error: 'ADDRESS_NOT_ALLOWED' }]);
    expect(lookup.asked).toEqual(['partner.example']); // once: there is no second answer to be used instead
  });

  it('a name that does not exist, and a URL that was allowed before, are refused', async () => {
    const account = await service.account();
    const unknown = await addEndpointFor(account, URL_OF_NAME);
    const receiver = await startReceiver();
    const local = await addEndpointFor(account, receiver.url);
    await account.api.createdTrip();
    await delivererOf(service, { targets: 'public', lookup: resolverOf({}) }).deliverAll();
    expect(await attemptsAt(account, unknown)).toMatchObject([{ error: 'HOST_NOT_FOUND' }]);
    expect(await attemptsAt(account, local)).toMatchObject([{ error: 'ADDRESS_NOT_ALLOWED' }]);
    expect(receiver.received).toEqual([]);
  });
});
