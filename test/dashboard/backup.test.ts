import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/database/connection.ts';
import { makeOwner } from '../security/signInStatements.ts';
import { backupDirectory, query, rowsIn } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const directory = backupDirectory();
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });

const NOT_KEPT = ['member_invitations', 'member_sessions', 'member_browsers'];
const count = async (table: string) => Number((await query(database.target, `SELECT count(*) FROM ${table}`))[0].count);

it('a backup has members and their passwords, but no session, invitation or known browser: a restore signs everybody out', async () => {
  const { accountId } = await operator.json('demo');
  const store = openDatabase(database.target);
  await makeOwner(store, accountId);
  await store.close();
  const file = join(directory, 'backup.trips');
  await operator.json(`backup ${file}`);
  const kept = rowsIn(file);
  expect(kept.members).toHaveLength(1);
  for (const table of NOT_KEPT) {
    expect(kept[table]).toBeUndefined();
    expect(await count(table)).toBeGreaterThan(0);
  }
  await operator.json(`restore ${file}`);
  expect(await count('members')).toBe(1);
  for (const table of NOT_KEPT) expect(await count(table)).toBe(0);
});
