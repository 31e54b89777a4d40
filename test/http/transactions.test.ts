import { expect, it } from 'vitest';
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
