import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDemoAccount } from '../../src/accounts/demoAccount.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { bookingBody } from '../support/client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type KeptConnection, keepConnection } from '../support/keepAlive.ts';
import { type LiveService, startLive, tomorrow } from '../support/liveService.ts';

let database: TestDatabase;
let admin: pg.Client;
let service: LiveService;
let workers = '1';
let connections: KeptConnection[];

beforeEach(async () => {
  connections = [];
  database = await createTestDatabase();
  admin = new pg.Client(database.target);
  await admin.connect();
  const store = openDatabase(database.target);
  const details = { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false } as const;
  const { key } = await createDemoAccount(store, () => new Date(), details);
  await store.close();
  const limits = { RATE_LIMIT_IP: '1000000/60', RATE_LIMIT_TIERS: 'STANDARD=1000000/60' };
  service = await startLive(
    { env: { DATABASE_URL: database.url, ...limits, LOG_LEVEL: 'warn', WORKERS: workers } },
    key.apiKey,
  );
});
afterEach(async () => {
  for (const connection of connections) connection.close();
  await service.stop('SIGKILL');
  await admin.end();
  await database.drop();
});

function connect(): KeptConnection {
  const connection = keepConnection(service.url);
  connections.push(connection);
  return connection;
}

function book(connection: KeptConnection) {
  const headers = { authorization: `Bearer ${service.apiKey}`, 'idempotency-key': randomUUID() };
  return connection.send('POST', '/v1/trips', headers, bookingBody({ scheduledAt: tomorrow() }));
}

/** Books on one connection until no new one is accepted; every other end is a request that was cut. */
async function bookUntilRefused(onBooked: (tripId: string) => void): Promise<void> {
  for (const connection = connect(); ; ) {
    const answer = await book(connection).catch((error: NodeJS.ErrnoException) => error);
    if (answer instanceof Error) return expect(answer.code).toBe('ECONNREFUSED');
    expect(answer.status).toBe(201);
    onBooked(answer.body.data._id);
  }
}

/** Keeps every booking waiting until the answer is called. */
async function holdBookings(): Promise<() => Promise<void>> {
  const holder = new pg.Client(database.target);
  holder.on('error', () => {}); // the database is dropped under it if the test fails
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE trip_status_history IN ACCESS EXCLUSIVE MODE');
  return () => holder.end();
}

async function untilBookingWaits(): Promise<void> {
  const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await admin.query(waiting)).rows[0].count, { interval: 10 }).toBe(1);
}

describe.each(['1', '2'])('a service of WORKERS=%s that is told to stop', (count) => {
  beforeAll(() => {
    workers = count;
  });

  it('cuts no request of many that book all the time, and ends with 0', async () => {
    const booked: string[] = [];
    const clients = Array.from({ length: 32 }, () => bookUntilRefused((tripId) => booked.push(tripId)));
    await expect.poll(() => booked.length).toBeGreaterThan(200);
    expect(await service.stop('SIGTERM')).toBe(0);
    await Promise.all(clients);
    const { rows } = await admin.query('SELECT trip_id FROM trips');
    expect(rows.map((row) => row.trip_id).sort()).toEqual(booked.sort());
  });

  it.each([[['SIGTERM']], [['SIGINT', 'SIGINT']], [['SIGINT', 'SIGTERM']]] as NodeJS.Signals[][][])(
    'by %s finishes the request that runs, and tells its caller not to send another that way',
    async (signals) => {
      const release = await holdBookings();
      const slow = book(connect());
      await untilBookingWaits();
      const idle = connect();
      expect((await idle.send('GET', '/healthz')).status).toBe(200);
      for (const signal of signals) service.child.kill(signal);
      await once(idle.socket() ?? service.child, 'close');
      expect(service.child.exitCode).toBe(null);
      await release();
      const { status, headers, body } = await slow;
      expect([status, headers.connection]).toEqual([201, 'close']);
      expect(await service.stop()).toBe(0);
      expect((await admin.query('SELECT trip_id FROM trips')).rows).toEqual([{ trip_id: body.data._id }]);
    },
  );

  it('is not ready any more: a kept connection hears 503 and is closed, a new one is refused', async () => {
    const release = await holdBookings();
    const slow = book(connect());
    await untilBookingWaits();
    const kept = connect();
    expect((await kept.send('GET', '/readyz')).status).toBe(200);
    service.child.kill('SIGTERM');
    const reasonOfRefusal = () =>
      connect()
        .send('GET', '/healthz')
        .catch((error) => error.code);
    await expect.poll(reasonOfRefusal, { interval: 5 }).toBe('ECONNREFUSED');
    const { status, headers, body } = await kept.send('GET', '/readyz');
    expect([status, headers.connection, body.code]).toEqual([503, 'close', 'SERVICE_UNAVAILABLE']);
    expect(headers['retry-after']).toBeDefined();
    await release();
    expect((await slow).status).toBe(201);
    expect(await service.stop()).toBe(0);
  });

  it.each([
    ['nothing', ''],
    ['half a request', 'GET /healthz HTTP/1.1\r\nHost: a\r\n'],
  ])('does not wait for a connection on which %s has come', async (_, bytes) => {
    const { hostname, port } = new URL(service.url);
    const silent = createConnection(Number(port), hostname);
    await once(silent, 'connect');
    silent.on('error', () => {}); // it is cut, as it should be
    silent.write(bytes);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    const toldAt = performance.now();
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(10_000); // not the longest it would wait for one that runs
  });
});
