import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/database/connection.ts';
import { makeOwner } from '../security/signInStatements.ts';
import { query, rowsIn } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Operator, operatorOn } from '../support/operator.ts';

let database: TestDatabase;
let operator: Operator;
let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'trips-backups-'));
  database = await createTestDatabase();
  operator = operatorOn({ DATABASE_URL: database.url });
});
afterEach(async () => {
  await database.drop();
  rmSync(directory, { recursive: true });
});

const count = async (table: string) => Number((await query(database.target, `SELECT count(*) FROM ${table}`))[0].count);

it('a backup has owners and their passwords, and nothing that opens a door: a restore signs everybody out', async () => {
  const { accountId } = await operator.json('demo');
  const store = openDatabase(database.target);
  await makeOwner(store, accountId);
  await store.close();
  const file = join(directory, 'backup.trips');
  await operator.json(`backup ${file}`);
  const kept = rowsIn(file);
  expect(kept.owners).toHaveLength(1);
  for (const table of ['invitations', 'sessions', 'known_browsers']) {
    expect(kept[table]).toBeUndefined();
    expect(await count(table)).toBe(1);
  }
  await operator.json(`restore ${file}`);
  expect(await count('owners')).toBe(1);
  for (const table of ['invitations', 'sessions', 'known_browsers']) expect(await count(table)).toBe(0);
});
