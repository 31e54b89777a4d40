import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch, startProcess } from '../../reliability/support/process.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectOneLine } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { migrationNames } from '../support/releases.ts';

let empty: TestDatabase;
let onlooker: pg.Client;
let env: { DATABASE_URL: string };
let launched: ReturnType<typeof launch>[];

beforeEach(async () => {
  empty = await createTestDatabase({ isMigrated: false });
  env = { DATABASE_URL: empty.url };
  launched = [];
  onlooker = new pg.Client(empty.target);
  await onlooker.connect();
});
afterEach(async () => {
  for (const { child } of launched) child.kill('SIGKILL');
  await onlooker.end();
  await empty.drop();
});

async function recorded(): Promise<string[]> {
  const { rows } = await onlooker.query('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

const createAccounts = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      operatorProcess(env).json(`accounts create --name Garage-${index} --role DRIVER`),
    ),
  );

function startOne() {
  const one = launch({ env });
  launched.push(one);
  return one;
}

/** Keeps the first migration from its end: a table of it is being made by somebody who does not finish. */
async function holdFirstMigration() {
  await onlooker.query('BEGIN; CREATE TABLE riders ()');
  const seer = new pg.Client(empty.target);
  await seer.connect();
  const until = (condition: string) => async () => {
    const sessions = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND ${condition}`;
    await expect.poll(async () => (await seer.query(sessions)).rowCount, { interval: 5 }).toBeGreaterThan(0);
  };
  return {
    untilReached: until(`wait_event_type = 'Lock'`),
    untilGivenUp: until(`state = 'idle in transaction (aborted)'`),
    async release() {
      await seer.end();
      await onlooker.query('ROLLBACK');
    },
  };
}

describe('migrating an empty database', () => {
  it('twenty times at once succeeds twenty times and applies each migration once', async () => {
    const applied = await Promise.all(Array.from({ length: 20 }, () => migrate(empty.target)));
    expect(applied.filter((names) => names.length > 0)).toEqual([migrationNames]);
    expect(await recorded()).toEqual(migrationNames);
    expect(await migrate(empty.target)).toEqual([]);
  });

  it('is done once by twenty processes that start on it together, services and operator’s commands', async () => {
    const [services, accounts] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => startProcess({ env }))),
      createAccounts(16),
    ]);
    const ready = await Promise.all(services.map(({ url }) => fetch(`${url}/readyz`)));
    const ends = await Promise.all(services.map((service) => service.stop()));
    expect(ready.map(({ status }) => status)).toEqual(Array(4).fill(200));
    expect(ends).toEqual(Array(4).fill(0));
    expect(new Set(accounts.map(({ accountId }) => accountId)).size).toBe(16);
    expect(services.filter((service) => service.output().includes('database migrated')).length).toBeLessThan(2);
    expect(await recorded()).toEqual(migrationNames);
    expect((await onlooker.query('SELECT FROM accounts')).rowCount).toBe(16);
  });

  it('is finished by the others when the one at it is killed', async () => {
    const held = await holdFirstMigration();
    const victim = startOne();
    await held.untilReached();
    const others = createAccounts(4);
    victim.child.kill('SIGKILL');
    await victim.ended;
    await held.release();
    await others;
    expect(await recorded()).toEqual(migrationNames);
  });

  it('is finished by the others when the one at it hangs, which finds itself cut off when it wakes', async () => {
    const held = await holdFirstMigration();
    const sleeper = startOne();
    await held.untilReached();
    sleeper.child.kill('SIGSTOP');
    await held.untilGivenUp(); // it cannot even say that its transaction is over
    const others = createAccounts(4);
    await held.release();
    await others;
    expect(await recorded()).toEqual(migrationNames);
    sleeper.child.kill('SIGCONT');
    expect(await sleeper.ended).toBe(1);
    expect(expectOneLine(sleeper.printed.stderr)).toContain('the database cannot be migrated');
  });

  it('can be stopped while it waits, and has done nothing', async () => {
    const held = await holdFirstMigration();
    const { child, printed, ended } = startOne();
    await expect.poll(() => printed.stdout).toContain('a migration could not get its lock; retrying');
    child.kill('SIGTERM');
    expect([await ended, printed.stderr]).toEqual([0, '']);
    await held.release();
    expect(await recorded()).toEqual([]);
  });
});
