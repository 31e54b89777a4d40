import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS, type ServiceProcess, startProcess } from '../../reliability/support/process.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { bookingBody } from '../support/client.ts';
import { keepConnection } from '../support/keepAlive.ts';
import { tomorrow } from '../support/liveService.ts';
import { type Balancer, startBalancer } from '../support/proxies.ts';

let accounts: Accounts;
let apiKey: string;
let service: ServiceProcess;
let balancer: Balancer;

const start = () => startProcess({ env: { DATABASE_URL: accounts.url, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } });

beforeEach(async () => {
  accounts = await openAccounts();
  apiKey = await accounts.newKey();
  service = await start();
  balancer = await startBalancer(service.url);
});
afterEach(async () => {
  await service.stop('SIGKILL');
  await balancer.close();
  await accounts.close();
});

/** Books on a kept connection again and again; answers with every trip, and with whatever else it met. */
async function bookUntil(isOver: () => boolean): Promise<{ booked: string[]; others: unknown[] }> {
  const connection = keepConnection(balancer.url);
  const booked: string[] = [];
  const others: unknown[] = [];
  while (!isOver()) {
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() };
    const answer = await connection
      .send('POST', '/v1/trips', headers, bookingBody({ scheduledAt: tomorrow() }))
      .catch((error: Error) => ({ status: error.message, body: undefined }));
    if (answer.status === 201) booked.push(answer.body.data._id);
    else others.push(answer.status);
  }
  connection.close();
  return { booked, others };
}

/** Start new, send new connections there, stop old: as a rolling deploy does. */
async function deploy(): Promise<void> {
  const old = service;
  service = await start();
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  balancer.sendTo(service.url);
  expect(await old.stop('SIGTERM')).toBe(0);
}

describe('a deploy under load', () => {
  it('three times in a row loses no request of 32 clients, and every answer is a booking', async () => {
    let isOver = false;
    const clients = Array.from({ length: 32 }, () => bookUntil(() => isOver));
    for (let turn = 0; turn < 3; turn += 1) await deploy();
    isOver = true;
    const results = await Promise.all(clients);
    expect(results.flatMap(({ others }) => others)).toEqual([]);
    const booked = results.flatMap((result) => result.booked);
    expect(booked.length).toBeGreaterThan(200);
    const { rows } = await accounts.database.query<{ id: string }>({ text: 'SELECT trip_id AS id FROM trips' });
    expect(rows.map(({ id }) => id).sort()).toEqual(booked.sort());
  });
});
