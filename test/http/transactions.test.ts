import { expect, it } from 'vitest';
import { isDatabaseUnavailable } from '../../src/database/failures.ts';
import { openTransaction } from '../support/databaseOfService.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();

it('a connection lost within a transaction fails that transaction and nothing else', async () => {
  const { database } = service;
  const other = await openTransaction(service);
  const lost = database.transaction(async (client) => {
    const { rows } = await client.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
    await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await client.query({ text: 'SELECT pg_sleep(10)' });
  });
  await expect(lost).rejects.toThrow();
  await other.rollback();
  const { rows } = await database.query<{ one: number }>({ text: 'SELECT 1 AS one' });
  expect(rows).toEqual([{ one: 1 }]);
});

it('a transaction that stood still for too long, as when the database was frozen, may be tried again', async () => {
  const { database } = service;
  const still = database.transaction(async (client) => {
    await client.query({ text: `SET LOCAL idle_in_transaction_session_timeout = '10ms'` });
    const { rows } = await client.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' });
    const isThere = {
      text: 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = $1',
      values: [rows[0]?.pid],
    };
    await expect.poll(async () => (await database.query<{ count: number }>(isThere)).rows[0]?.count).toBe(0);
    await client.query({ text: 'SELECT 1' });
  });
  const error = await still.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
