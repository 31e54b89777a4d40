import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProcess } from '../../reliability/support/process.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let empty: TestDatabase;
const available = readdirSync(new URL('../../src/database/migrations/', import.meta.url)).sort();

beforeEach(async () => {
  empty = await createTestDatabase({ isMigrated: false });
});
afterEach(() => empty.drop());

async function recorded(): Promise<string[]> {
  const database = openDatabase(empty.target);
  const { rows } = await database.query<{ name: string }>({ text: 'SELECT name FROM migrations ORDER BY name' });
  await database.close();
  return rows.map(({ name }) => name);
}

describe('migrating an empty database', () => {
  it('twenty times at once succeeds twenty times and applies each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 20 }, () => migrate(empty.target)));
    expect(applied.filter((names) => names.length > 0)).toEqual([available]);
    expect(await recorded()).toEqual(available);
    expect(await migrate(empty.target)).toEqual([]);
  });

  it('is done by services that start on it together', async () => {
    const services = await Promise.all([1, 2, 3].map(() => startProcess({ env: { DATABASE_URL: empty.url } })));
    const ready = await Promise.all(services.map(({ url }) => fetch(`${url}/readyz`)));
    await Promise.all(services.map((service) => service.stop()));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await recorded()).toEqual(available);
  });
});
