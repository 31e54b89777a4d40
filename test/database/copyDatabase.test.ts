import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../src/database/backup/copyDatabase.ts';
import { query, rowsOf } from '../support/backups.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

let [from, to]: TestDatabase[] = [];
beforeEach(async () => {
  from = await createTestDatabase();
  to = await createTestDatabase();
  const operator = operatorOn({ DATABASE_URL: from.url });
  await operator.json('demo');
  await operator.json('accounts create --name Nord --role DRIVER --email owner@nord.example');
});
afterEach(async () => {
  await from?.drop();
  await to?.drop();
});

const targetOf = (database: TestDatabase | undefined) => database?.target ?? { host: '', user: '', database: '' };
const inFrom = (text: string) => query(targetOf(from), text);
const inTo = (text: string) => query(targetOf(to), text);

async function copy(signal = new AbortController().signal): Promise<number> {
  const sessions = [new pg.Client(targetOf(from)), new pg.Client(targetOf(to))] as const;
  for (const session of sessions) await session.connect();
  return copyDatabase(...sessions, { progress() {}, signal }).finally(async () => {
    for (const session of sessions) await session.end();
  });
}

describe('a copy of a database', () => {
  it('has the rows of every table, also of those that no backup has, and nothing else', async () => {
    const rows = await copy();
    expect(await rowsOf(targetOf(to))).toEqual(await rowsOf(targetOf(from)));
    const invitations = 'SELECT * FROM member_invitations';
    expect(await inTo(invitations)).toEqual(await inFrom(invitations));
    expect((await inTo(invitations)).length).toBeGreaterThan(0);
    expect(rows).toBeGreaterThan(10);
  });

  it.each([
    ['altered', 'NEW.first_name = NEW.last_name; RETURN NEW;'],
    ['left out', 'RETURN NULL;'],
  ])('is refused if a row was %s', async (_how, body) => {
    await inTo(`CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN ${body} END $f$`);
    await inTo('CREATE TRIGGER spoil BEFORE INSERT ON riders FOR EACH ROW EXECUTE FUNCTION spoil()');
    await inTo('ALTER TABLE riders ENABLE ALWAYS TRIGGER spoil');
    await expect(copy()).rejects.toThrow('the copy of table riders differs from it: nothing was changed');
  });

  it.each([
    ['a column', 'ALTER TABLE trips ADD COLUMN sample_colour text', 'trips.sample_colour text'],
    ['a table', 'CREATE TABLE notes (text text)', 'notes'],
  ])('is refused if %s would not be copied', async (_what, statement, named) => {
    await inFrom(statement);
    await expect(copy()).rejects.toThrow(`does not have the tables that its migrations make (${named})`);
  });

  it('is refused if the database is of a newer release', async () => {
    await inFrom(`INSERT INTO migrations (name) VALUES ('9999_later.sql')`);
    await expect(copy()).rejects.toThrow('the database is of a newer release (it has 9999_later.sql)');
  });

  it('can be aborted between two steps', async () => {
    await expect(copy(AbortSignal.abort())).rejects.toThrow('aborted: nothing was changed');
    expect(await inTo('SELECT * FROM accounts')).toEqual([]);
  });
});
