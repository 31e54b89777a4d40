import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../../reliability/support/process.ts';
import { backupDirectory, query, rowsOf } from '../support/backups.ts';
import { databaseForFile } from '../support/database.ts';
import { expectOneLine } from '../support/liveService.ts';
import { operatorOn, withoutNotices } from '../support/operator.ts';

const directory = backupDirectory();
const file = join(directory, 'backup.trips');
const LOCK = 4711;
const RESTORING = `FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '%restore'`;
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
await operator.json('demo');
await operator.json(`backup ${file}`);
await operator.json('demo');
const before = await rowsOf(database.target);
// Holds a restore in its middle: adding a vehicle waits while this lock is held. By then all old rows are deleted.
await query(
  database.target,
  `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NEW; END $$;
   CREATE TRIGGER waits BEFORE INSERT ON vehicles FOR EACH ROW EXECUTE FUNCTION wait();
   ALTER TABLE vehicles ENABLE ALWAYS TRIGGER waits`,
);

let other: pg.Client;
beforeEach(async () => {
  other = new pg.Client(database.target);
  await other.connect();
});
afterEach(async () => {
  await other.end();
  expect(await rowsOf(database.target)).toEqual(before);
  expect(readdirSync(directory)).toEqual(['backup.trips']);
});

/** Starts the command and resolves once a statement of it waits for a lock of ours. */
async function startAndWait(command: 'backup' | 'restore') {
  const started = launch({ script: 'operator/main.js', args: [command, file], env: { DATABASE_URL: database.url } });
  await expect
    .poll(() =>
      query(
        database.target,
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 AND wait_event_type = 'Lock'`,
        [`trip-booking-api ${command}`],
      ),
    )
    .toHaveLength(1);
  return started;
}

const restoreHeldInItsMiddle = async () => {
  await other.query('SELECT pg_advisory_lock($1)', [LOCK]);
  return startAndWait('restore');
};

async function expectGone(child: ChildProcess): Promise<void> {
  expect([child.exitCode, child.signalCode]).not.toEqual([null, null]);
  await expect.poll(() => query(database.target, `SELECT pid ${RESTORING}`)).toEqual([]);
}

describe('a restore that is cut short leaves what was there', () => {
  it('when it is killed', async () => {
    const { child, ended } = await restoreHeldInItsMiddle();
    child.kill('SIGKILL');
    await ended;
    await other.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    await expectGone(child);
    // The file with the old rows stays: no process is left that knows that it is not needed.
    const kept = readdirSync(directory).filter((name) => name !== 'backup.trips');
    expect(kept).toEqual([expect.stringMatching(/^backup\.trips\.replaced-/)]);
    for (const name of kept) rmSync(join(directory, name));
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('when it is broken off by %s, and leaves no file behind', async (signal) => {
    const { child, ended, printed } = await restoreHeldInItsMiddle();
    child.kill(signal);
    child.kill(signal); // npm passes on what the terminal sends, too
    await other.query('SELECT pg_advisory_unlock($1)', [LOCK]);
    expect([await ended, printed.stdout]).toEqual([1, '']);
    expect(expectOneLine(withoutNotices(printed.stderr))).toBe('trips: aborted: nothing was changed');
  });

  it('when its connection is lost', async () => {
    const { ended, printed } = await restoreHeldInItsMiddle();
    await other.query(`SELECT pg_terminate_backend(pid) ${RESTORING}`);
    expect([await ended, printed.stdout]).toEqual([1, '']);
    expectOneLine(withoutNotices(printed.stderr));
  });
});

describe('a backup that is cut short leaves the file that was there', () => {
  const backupHeldInItsMiddle = async () => {
    await other.query('BEGIN; LOCK TABLE trips');
    return startAndWait('backup');
  };

  it.each(['SIGINT', 'SIGTERM'] as const)('when it is broken off by %s', async (signal) => {
    const old = readFileSync(file);
    const { child, ended, printed } = await backupHeldInItsMiddle();
    expect(readdirSync(directory)).toContain(`backup.trips.part-${child.pid}`);
    child.kill(signal);
    await other.query('ROLLBACK');
    expect([await ended, printed.stdout]).toEqual([1, '']);
    expect(expectOneLine(withoutNotices(printed.stderr))).toBe('trips: aborted: nothing was changed');
    expect(readFileSync(file)).toEqual(old);
  });

  it('when it is broken off in a step that does not end, and says what it waits for', async () => {
    const { child, ended, printed } = await backupHeldInItsMiddle();
    await expect.poll(() => printed.stderr).toMatch(/^trips: … waiting for process \d+ \(.*idle in transaction/m);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(printed.stderr).toContain('trips: stopping: waits up to 10 s for the current step\n');
    expect(withoutNotices(printed.stderr)).toBe(
      'trips: stopped: the current step did not end within 10 s; the database may still carry it out\n',
    );
    await other.query('ROLLBACK');
  });
});
