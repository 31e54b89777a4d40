import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { readCatalogue } from '../../src/database/backup/catalogue.ts';
import { PLACEMENT } from '../../src/database/layout/placement.ts';
import { migrate } from '../../src/database/migrate.ts';
import { databaseForFile } from '../support/database.ts';

const { target } = await databaseForFile();

async function onDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

describe('the placement of tables on a Citus cluster', () => {
  it('is decided for every table there is, and for no other', async () => {
    const { tables } = await onDatabase(readCatalogue);
    expect(Object.keys(PLACEMENT).sort()).toEqual(['migrations', ...tables.map(({ name }) => name)].sort());
  });

  it('is by account only for tables whose primary key begins with the account', async () => {
    const { rows } = await onDatabase((client) =>
      client.query<{ name: string }>(
        `SELECT i.indrelid::regclass::text AS name
           FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
          WHERE i.indisprimary AND a.attname = 'account_id'`,
      ),
    );
    const ofAccounts = rows.map(({ name }) => name);
    const byAccount = Object.keys(PLACEMENT).filter((name) => PLACEMENT[name] === 'account');
    expect(byAccount.filter((name) => !ofAccounts.includes(name))).toEqual([]);
  });

  it('spares every table by account a key that is unique across accounts, which Citus cannot keep', async () => {
    const { rows } = await onDatabase((client) =>
      client.query<{ name: string }>(
        `SELECT i.indrelid::regclass::text AS name
           FROM pg_index i
          WHERE i.indisunique AND i.indrelid::regclass::text = ANY ($1)
            AND NOT EXISTS (SELECT FROM pg_attribute a
                             WHERE a.attrelid = i.indrelid AND a.attname = 'account_id' AND a.attnum = ANY (i.indkey))`,
        [Object.keys(PLACEMENT).filter((name) => PLACEMENT[name] === 'account')],
      ),
    );
    expect(rows).toEqual([]);
  });
});

it('every identifier is compared by bytes, whatever the database’s language', async () => {
  const { rows } = await onDatabase((client) =>
    client.query<{ name: string; type: string; collation: string }>(
      `SELECT c.relname || '.' || a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, coalesce(o.collname, '') AS collation
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid LEFT JOIN pg_collation o ON o.oid = a.attcollation
        WHERE c.relkind IN ('r', 'p') AND c.relname = ANY ($1) AND a.attname LIKE '%\\_id'`,
      [Object.keys(PLACEMENT)],
    ),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter(({ type, collation }) => type !== 'text' || collation !== 'C')).toEqual([]);
});

describe('DATABASE_LAYOUT=citus', () => {
  it.skipIf(target.layout === 'citus')('is refused on a PostgreSQL without the extension, in one line', async () => {
    await expect(migrate({ ...target, layout: 'citus' })).rejects.toThrow(
      /^the layout citus needs the extension citus, which the database does not have$/,
    );
  });

  it.runIf(target.layout === 'citus')('is refused as a single database once the tables are distributed', async () => {
    await expect(migrate({ ...target, layout: 'single' })).rejects.toThrow(
      /^the tables are distributed over a Citus cluster: set DATABASE_LAYOUT=citus$/,
    );
  });
});
