import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { bookingBody } from '../support/client.ts';
import { type KeptConnection, keepConnection } from '../support/keepAlive.ts';
import { type LiveService, startLive, tomorrow } from '../support/liveService.ts';

let accounts: Accounts;
let service: LiveService;
let workers = '1';
let connections: KeptConnection[];

beforeEach(async () => {
  connections = [];
  accounts = await openAccounts();
  const env = { DATABASE_URL: accounts.url, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn', WORKERS: workers };
  service = await startLive({ env }, await accounts.newKey());
});
afterEach(async () => {
  for (const connection of connections) connection.close();
  await service.stop('SIGKILL');
  await accounts.close();
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

/** Asks until the answer closes the connection: its worker has then begun to stop, which is after the port is closed. */
async function untilStopping(connection: KeptConnection): Promise<void> {
  while ((await connection.send('GET', '/readyz')).headers.connection !== 'close');
}

/** Keeps every booking waiting until the answer is called. */
async function holdBookings(): Promise<() => Promise<void>> {
  const holder = new pg.Client(accounts.target);
  holder.on('error', () => {}); // the database is dropped under it if the test fails
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE trip_status_history IN ACCESS EXCLUSIVE MODE');
  return () => holder.end();
}

async function untilBookingWaits(): Promise<void> {
  const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await accounts.database.query({ text })).rowCount, { interval: 10 }).toBe(1);
}

async function storedTrips(): Promise<string[]> {
  const { rows } = await accounts.database.query<{ id: string }>({ text: 'SELECT trip_id AS id FROM trips' });
  return rows.map(({ id }) => id).sort();
}

describe.each(['1', '2'])('a service of WORKERS=%s that is asked to stop', (count) => {
  beforeAll(() => {
    workers = count;
  });

  it('cuts no request of many that book all the time, and ends with 0', async () => {
    const booked: string[] = [];
    const clients = Array.from({ length: 32 }, () => bookUntilRefused((tripId) => booked.push(tripId)));
    await expect.poll(() => booked.length).toBeGreaterThan(200);
    expect(await service.stop('SIGTERM')).toBe(0);
    await Promise.all(clients);
    expect(await storedTrips()).toEqual(booked.sort());
  });

  it.each([[['SIGTERM']], [['SIGHUP']], [['SIGINT', 'SIGINT']], [['SIGINT', 'SIGTERM']]] as NodeJS.Signals[][][])(
    'by %s finishes the request that runs, and asks its caller to close the connection',
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
      expect(await storedTrips()).toEqual([body.data._id]);
    },
  );

  it('is not ready any more: a kept connection gets 503 and is closed, a new one is refused', async () => {
    const release = await holdBookings();
    const slow = book(connect());
    await untilBookingWaits();
    // They go to the workers in turn: each of the last two shares a worker with one of the first two.
    const kept = Array.from({ length: 4 }, connect);
    for (const connection of kept) expect((await connection.send('GET', '/readyz')).status).toBe(200);
    service.child.kill('SIGTERM');
    const answers = kept.slice(2).map(async (connection, index) => {
      await untilStopping(kept[index] as KeptConnection);
      return connection.send('GET', '/readyz');
    });
    for (const { status, headers, body } of await Promise.all(answers)) {
      expect([status, headers.connection, body.code]).toEqual([503, 'close', 'SERVICE_UNAVAILABLE']);
      expect(headers['retry-after']).toBeDefined();
    }
    const reasonOfRefusal = () =>
      connect()
        .send('GET', '/healthz')
        .catch((error) => error.code);
    await expect.poll(reasonOfRefusal, { interval: 5 }).toBe('ECONNREFUSED');
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
    const askedAt = performance.now();
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(performance.now() - askedAt).toBeLessThan(10_000); // not the longest it would wait for one that runs
  });
});
