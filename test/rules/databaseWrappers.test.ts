import { expect, it } from 'vitest';
import type { Database, Queryable } from '../../src/database/connection.ts';
import { limitStatements } from '../../src/database/limitStatements.ts';
import { tracedDatabase } from '../../src/database/traced.ts';

const query: Queryable['query'] = async () => ({ rows: [], rowCount: 0 });
const onCluster = {
  layout: 'citus',
  query,
  transaction: (work) => work({ layout: 'citus', query }),
} as Pick<Database, 'layout' | 'query' | 'transaction'> as Database;
const untraced = {
  start() {
    throw new Error('nothing is traced here');
  },
};

it.each([
  ['traced', tracedDatabase(onCluster, untraced)],
  ['limited', limitStatements(onCluster, 1)],
])('a database that is %s keeps its layout, also in transactions', async (_, database) => {
  expect(database.layout).toBe('citus');
  expect(await database.transaction(async ({ layout }) => layout)).toBe('citus');
});
