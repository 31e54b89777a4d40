import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { makeDirectory } from '../../reliability/support/directories.ts';
import { connectTo, targetOf } from '../../src/database/connect.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { createLogger } from '../../src/start/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const here = await createTestDatabase();
const name = here.target.database;
const directory = makeDirectory('trips-second-server-');
const second = await openEmbeddedServer({ dataDir: directory.path, kind: 'operator', log: createLogger('silent') });
afterAll(async () => {
  await second.close();
  directory.remove();
  await here.drop();
});

/** Runs a statement on one of the two servers, in its own database. */
async function on(server: { host: string; user: string; password?: string }, statement: string): Promise<void> {
  const admin = new pg.Client({ ...server, database: 'postgres' });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/** What a standby does: it refuses writes, and on its way there it ends every session. */
async function setReadOnly(server: Parameters<typeof on>[0], value: 'on' | 'off'): Promise<void> {
  await on(server, `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`);
  await on(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
}

const first = inject('postgres');
await on(second.connection, `CREATE DATABASE ${name}`);
await setReadOnly(second.connection, 'on');

describe('of several hosts', () => {
  const url = `postgresql://postgres:${second.connection.password}@/${name}?host=/nowhere,${second.connection.host},${first.host}&target_session_attrs=read-write`;

  it('the one that accepts writes is used, and after a failover the other one', async () => {
    const database = openDatabase(targetOf(url, 'none'));
    const write = async () => {
      await database.query({ text: 'CREATE TABLE IF NOT EXISTS written (at timestamptz DEFAULT now())' });
      await database.query({ text: 'INSERT INTO written DEFAULT VALUES' });
      const { rows } = await database.query<{ host: string }>({
        text: `SELECT trim('"' FROM current_setting('unix_socket_directories')) AS host`,
      });
      return rows[0]?.host;
    };
    const tryToWrite = () => write().catch((error: Error) => error.message);
    try {
      expect(await write()).toBe(first.host);
      await setReadOnly(first, 'on');
      await setReadOnly(second.connection, 'off');
      await expect.poll(tryToWrite).toBe(second.connection.host);
      await setReadOnly(second.connection, 'on');
      await setReadOnly(first, 'off');
      await expect.poll(tryToWrite).toBe(first.host);
      expect(await Promise.all(Array.from({ length: 20 }, write))).toEqual(Array(20).fill(first.host));
    } finally {
      await database.close();
    }
  });

  it('the operator’s commands find it too', async () => {
    expect(await operatorOn({ DATABASE_URL: url }).json('accounts list')).toEqual([]);
  });

  it('one that only reads is counted as that, not as a lost connection', async () => {
    const reading = `postgresql://postgres:${second.connection.password}@/${name}?host=${second.connection.host}&target_session_attrs=read-write`;
    const database = openDatabase(targetOf(reading, 'none'));
    try {
      await expect(database.query({ text: 'SELECT 1' })).rejects.toThrow('read-only');
      expect(Object.fromEntries(database.statistics.errors)).toEqual({ 25: 1 });
    } finally {
      await database.close();
    }
  });

  it('one that has no connection left is waited for, also if another one is gone', async () => {
    const role = `waits_${name}`;
    await on(first, `CREATE ROLE ${role} LOGIN CONNECTION LIMIT 1`);
    const url = `postgresql://${role}@/${name}?host=/nowhere,${first.host}`;
    const holder = await connectTo(targetOf(url, 'none'), {});
    const waiting = connectTo(targetOf(url, 'none'), {});
    try {
      const outcome = waiting.then(
        () => 'connected',
        (error: Error) => error.message,
      );
      expect(await Promise.race([outcome, sleep(1_000, 'waits')])).toBe('waits');
      await holder.end();
      expect(await outcome).toBe('connected');
    } finally {
      await holder.end();
      await (await waiting.catch(() => undefined))?.end();
      await on(first, `DROP ROLE ${role}`);
    }
  });

  it('none that accepts writes is said in one line, with the fault of each', async () => {
    const closed = `postgresql://postgres:${second.connection.password}@/${name}?host=/nowhere,${second.connection.host}`;
    expect(await operatorOn({ DATABASE_URL: closed }).fault('accounts list')).toBe(
      'trips: the database at DATABASE_URL cannot be used: connect ENOENT /nowhere/.s.PGSQL.5432; the database is read-only',
    );
  });
});
