import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { launch, listenAnywhere } from '../../reliability/support/process.ts';
import { newKey } from '../support/client.ts';
import { underRowRefusals } from '../support/databaseOfService.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import { keysIn, liveForFile, tomorrow } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';

const directory = dataDirectoryForFile();
const operator = operatorProcess(directory.env);
const SETTINGS = { LOG_LEVEL: 'trace', REDIS_URL: 'redis://:hush-hush@127.0.0.1:1', PUBLIC_URL: 'http://localhost' };
const service = await liveForFile({ env: { ...directory.env, ...SETTINGS } });
const { accountId } = await operator.json('accounts create --name Garage --role DRIVER');
const { apiKey } = await operator.json(`keys issue --account ${accountId}`);

const connect = () => new pg.Client(directory.owner());
const database = connect();
await database.connect();
afterAll(() => database.end());

const secretOf = (key: string) => key.split('.')[1] ?? '';
const RIDER = { firstName: 'Zebedäus', lastName: 'Quatermain', phone: '+33687654321', email: 'zq@private.example' };
const NOTE = 'The code of the gate is 4711B';
const PRIVATE = [...Object.values(RIDER), '4711B', 'Hidden Lane'];

const book = () =>
  service.api.send('POST', '/v1/trips', {
    key: apiKey,
    headers: newKey(),
    body: {
      pickup: { address: '1 Hidden Lane', lat: 48.85, lng: 2.36 },
      dropoff: { address: '2 Covert Road', lat: 49.0, lng: 2.57 },
      scheduledAt: tomorrow(),
      price: 66,
      client: RIDER,
      note: NOTE,
    },
  });

const serverLog = () => readFileSync(join(dirname(directory.cluster()), 'server.log'), 'utf8');
const quotedIn = (text: string) => [...PRIVATE, secretOf(apiKey)].filter((word) => text.includes(word));

/** Books while somebody else holds the account, and acts once the statement waits for it. */
async function whileBookingWaits(act: (waiting: { pid: number; line: string }) => Promise<unknown>): Promise<number> {
  const holder = connect();
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM accounts FOR UPDATE');
  const booking = book();
  const waiting = `SELECT pid, to_jsonb(a)::text AS line FROM pg_stat_activity a
                    WHERE wait_event_type = 'Lock' AND query LIKE '%booking%'`;
  await expect.poll(async () => (await database.query(waiting)).rowCount).toBe(1);
  await act((await database.query(waiting)).rows[0]);
  await holder.query('ROLLBACK');
  await holder.end();
  return (await booking).status;
}

describe('neither a key nor a rider is to be seen', () => {
  it('among the statements that run', async () => {
    const status = await whileBookingWaits(async ({ line }) => expect(quotedIn(line)).toEqual([]));
    expect(status).toBe(201);
  });

  it('in PostgreSQL’s log or ours, when a statement is refused or broken off', async () => {
    const refused: number[] = [];
    await underRowRefusals(
      (text) => database.query(text),
      async () => refused.push((await book()).status),
    );
    expect(refused).toEqual([500, 500, 500]);
    const status = await whileBookingWaits(({ pid }) => database.query('SELECT pg_cancel_backend($1)', [pid]));
    expect(status).toBe(503);
    await expect.poll(() => service.output()).toContain('SERVICE_UNAVAILABLE');
    expect(quotedIn(service.output())).toEqual([]);
    expect(quotedIn(serverLog())).toEqual([]);
  });

  it('in PostgreSQL’s log, when a hand-written statement fails', async () => {
    const rider = `INSERT INTO riders (account_id, client_id, first_name, last_name, created_at)
                   VALUES ('nobody', 'nobody', '${RIDER.firstName}', '${RIDER.lastName}', now())`;
    await expect(database.query(rider)).rejects.toMatchObject({ detail: expect.stringContaining(RIDER.firstName) });
    await expect.poll(serverLog).toContain('violates');
    expect(quotedIn(serverLog())).toEqual([]);
  });

  it('in what the service prints: the demo key once, for whoever starts it, and no other', () => {
    expect(keysIn(service.output())).toEqual([service.apiKey]);
    expect(service.output()).not.toContain('hush-hush');
  });
});

describe.skipIf(!existsSync('/proc/self/environ'))('the processes', () => {
  const read = (pid: number | undefined, file: 'environ' | 'cmdline') => readFileSync(`/proc/${pid}/${file}`, 'utf8');

  it('of PostgreSQL get nothing of our environment', () => {
    const own = directory.postgresProcesses();
    expect(own.length).toBeGreaterThan(3);
    // A name that PostgreSQL sets itself may stand beside those it was given.
    const given = new Set(['PATH', 'LC_ALL', 'TZ', 'PGLOCALEDIR', 'PGSYSCONFDIR', 'OLDPWD', 'PWD']);
    const names = read(directory.postmasterPid(), 'environ')
      .split('\0')
      .filter(Boolean)
      .map((entry) => entry.split('=')[0] ?? '');
    expect(names).toEqual(expect.arrayContaining(['PATH', 'LC_ALL', 'TZ']));
    expect(names.filter((name) => !given.has(name))).toEqual([]);
  });

  it('have no key, name or password in their titles and command lines', () => {
    for (const pid of [service.child.pid, ...directory.postgresProcesses()]) {
      const line = read(pid, 'cmdline');
      expect([...quotedIn(line), ...keysIn(line), ...(line.includes('hush-hush') ? [line] : [])]).toEqual([]);
    }
  });

  it('of the operator’s command do not show the whole key that it was given', async () => {
    const silent = createServer();
    const env = { DATABASE_URL: `postgres://127.0.0.1:${await listenAnywhere(silent)}/none` };
    const { child, printed, ended } = launch({ env, script: 'operator/main.js', args: ['keys', 'revoke', apiKey] });
    const [connection] = await once(silent, 'connection');
    expect(read(child.pid, 'cmdline').replaceAll('\0', '')).toBe('trips');
    connection.destroy();
    silent.close();
    expect(await ended).toBe(1);
    expect(printed.stdout + printed.stderr).not.toContain(secretOf(apiKey));
  });
});

describe('the embedded PostgreSQL', () => {
  it('listens on no port, and on a socket in a directory that is closed to others', async () => {
    const { rows } = await database.query(`SELECT current_setting('listen_addresses') AS addresses`);
    expect(rows).toEqual([{ addresses: '' }]);
    expect(statSync(directory.sockets() ?? '').mode & 0o077).toBe(0);
    expect(statSync(directory.cluster()).mode & 0o077).toBe(0);
    expect(statSync(join(dirname(directory.cluster()), 'server.log')).mode & 0o077).toBe(0);
  });
});
