import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/database/connection.ts';
import { recallAnswers } from '../../src/trips/store/recallAnswers.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const ACCOUNT = 'a'.repeat(24);
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.target);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const ASKED = Array.from({ length: 30 }, (_, number) => ({
  accountId: ACCOUNT,
  idempotencyKey: `key-${number + 1}`,
  fingerprint: Buffer.alloc(32),
}));
const recall = () => recallAnswers(database, ASKED);

/** How often the keys have been read from one end to the other, on the one connection that is used here. */
async function wholeReadings(): Promise<number> {
  await database.query({ text: 'SELECT pg_stat_force_next_flush()' });
  const { rows } = await database.query<{ times: number }>({
    text: `SELECT seq_scan AS times FROM pg_stat_user_tables WHERE relname = 'idempotency_keys'`,
  });
  return rows[0]?.times ?? 0;
}

async function readsWhole(): Promise<boolean> {
  const soFar = await wholeReadings();
  await recall();
  return (await wholeReadings()) > soFar;
}

async function fillKeys(count: number): Promise<void> {
  await database.query({
    text: `INSERT INTO accounts VALUES ($1, 'A', 'DRIVER', 'STANDARD', false, now())`,
    values: [ACCOUNT],
  });
  await database.query({
    text: `INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, response_body, expires_at)
           SELECT $1, 'key-' || number, '\\x00', repeat('x', 500), now() + interval '1 day'
             FROM generate_series(1, $2::int) AS number`,
    values: [ACCOUNT, count],
  });
}

describe('a prepared statement whose plan was made while its table was empty', () => {
  it('reads the table whole no longer, soon after it has grown, with no statistics gathered', async () => {
    await database.query({ text: 'ALTER TABLE idempotency_keys SET (autovacuum_enabled = off)' });
    for (let time = 0; time < 7; time += 1) await recall(); // after five PostgreSQL keeps one plan for all values
    await fillKeys(20_000);
    await expect.poll(readsWhole, { timeout: 10_000 }).toBe(false);
    expect((await recall()).map((known) => known?.verdict)).toEqual(ASKED.map(() => 'conflict'));
  }, 20_000);
});
