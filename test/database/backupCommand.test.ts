import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { launch } from '../../reliability/support/process.ts';
import { findLastBackup } from '../../src/database/backup/lastBackup.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { MIGRATION_LOCK } from '../../src/database/migrationLock.ts';
import { backupDirectory, rowsIn, rowsOf } from '../support/backups.ts';
import { createTestDatabase, databaseForFile } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';

const directory = backupDirectory();
const place = (name: string) => join(directory, name);
const database = await databaseForFile();
const operator = operatorOn({ DATABASE_URL: database.url });
await operator.json('demo');

describe('the file of a backup', () => {
  it('is written relative to the operator’s directory, also in a subdirectory of the package', () => {
    const npm = (cwd: string, ...more: string[]) =>
      execFileSync('npm', [...more, 'run', '-s', 'trips', '--', 'backup', 'relative.trips'], {
        cwd,
        env: { ...process.env, DATABASE_URL: database.url },
        stdio: 'ignore',
      });
    const below = join(ROOT, 'docs');
    try {
      npm(below);
      expect(existsSync(join(below, 'relative.trips'))).toBe(true);
    } finally {
      rmSync(join(below, 'relative.trips'), { force: true });
    }
    npm(directory, '--prefix', ROOT);
    expect(existsSync(place('relative.trips'))).toBe(true);
    rmSync(place('relative.trips'));
    execFileSync(process.execPath, [join(ROOT, 'dist/operator/main.js'), 'backup', 'plain.trips'], {
      cwd: directory,
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, INIT_CWD: ROOT }, // as within somebody else's npm script
      stdio: 'ignore',
    });
    expect(existsSync(place('plain.trips'))).toBe(true);
  });

  it('takes the place of the one that was there, and is open only to its owner', async () => {
    writeFileSync(place('old.trips'), 'old', { mode: 0o644 });
    const { bytes } = await operator.json(`backup ${place('old.trips')}`);
    expect(statSync(place('old.trips'))).toMatchObject({ size: bytes });
    expect(statSync(place('old.trips')).mode & 0o777).toBe(0o600);
  });

  it('is put behind a link, which stays', async () => {
    mkdirSync(place('elsewhere'));
    writeFileSync(place('elsewhere/real.trips'), 'old');
    symlinkSync(place('elsewhere/real.trips'), place('latest.trips'));
    await operator.json(`backup ${place('latest.trips')}`);
    expect(lstatSync(place('latest.trips')).isSymbolicLink()).toBe(true);
    expect(rowsIn(place('elsewhere/real.trips'))).toEqual(await rowsOf(database.target));
  });

  it.each([
    ['a directory', () => directory, 'cannot be written: it is a directory'],
    ['a device, which would be replaced', () => '/dev/null', 'cannot be written: it is not an ordinary file'],
    ['in no directory', () => place('nowhere/x.trips'), 'cannot be written: there is no such file or directory'],
  ])('is not %s', async (_what, file, reason) => {
    expect(await operator.fault(`backup ${file()}`)).toContain(reason);
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

it('a backup is recorded with its time, and a restore forgets it', async () => {
  const other = await createTestDatabase();
  const onOther = operatorOn({ DATABASE_URL: other.url });
  const opened = openDatabase(other.target);
  expect(await findLastBackup(opened)).toBeNull();
  await onOther.json('demo');
  const before = Date.now();
  await onOther.json(`backup ${place('recorded.trips')}`);
  const madeAt = (await findLastBackup(opened))?.getTime() ?? 0;
  expect(madeAt).toBeGreaterThanOrEqual(before);
  expect(madeAt).toBeLessThanOrEqual(Date.now());
  await onOther.json(`restore ${place('recorded.trips')}`);
  expect(await findLastBackup(opened)).toBeNull();
  await opened.close();
  await other.drop();
});

it('a backup whose time cannot be recorded is complete, and a warning says so', async () => {
  const { target, url, drop } = await createTestDatabase();
  const owner = openDatabase(target);
  // Stands for a database whose disk is full.
  await owner.query({ text: 'ALTER TABLE backups ADD CONSTRAINT full_disk CHECK (false) NOT VALID' });
  await owner.close();
  const there = operatorOn({ DATABASE_URL: url });
  const { code, stderr } = await there.run(`backup ${place('unrecorded.trips')}`);
  expect(code).toBe(0);
  expect(stderr).toContain('the backup is complete, but the database could not record when it was made: new row');
  expect(rowsIn(place('unrecorded.trips'))).toEqual(await rowsOf(target));
  await drop();
});

it('a restore brings back the rows of the backup, and keeps those it replaces in a file that can be restored', async () => {
  await operator.json(`backup ${place('first.trips')}`);
  await operator.json('demo');
  const changed = await rowsOf(database.target);
  const { replaced } = await operator.json(`restore ${place('first.trips')}`);
  expect(await rowsOf(database.target)).toEqual(rowsIn(place('first.trips')));
  expect(statSync(replaced).mode & 0o777).toBe(0o600);
  await operator.json(`restore ${replaced}`);
  expect(await rowsOf(database.target)).toEqual(changed);
  await operator.json(`restore ${place('first.trips')}`);
});

it('what a restore replaces does not take the place of a file that is there', async () => {
  await operator.json(`backup ${place('kept.trips')}`);
  const fault = await operator.fault(`restore ${place('kept.trips')} --replaced ${place('kept.trips')}`);
  expect(fault).toContain('already exists: choose another name');
});

it('a command that waits says for what, and goes on when it can', async () => {
  const migrating = new pg.Client(database.target);
  await migrating.connect();
  await migrating.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  const { printed, ended } = launch({
    script: 'operator/main.js',
    args: ['backup', place('waited.trips'), '--json'],
    env: { DATABASE_URL: database.url },
  });
  await expect
    .poll(() => printed.stderr)
    .toContain('trips: … waiting for a migration, a backup or a restore in progress\n');
  await migrating.end();
  expect(await ended).toBe(0);
  expect(JSON.parse(printed.stdout)).toMatchObject({ file: place('waited.trips') });
});

it('two restores at once happen one after the other, and each keeps what it replaced', async () => {
  await operator.json(`backup ${place('both.trips')}`);
  await operator.json('demo');
  const both = await Promise.all([1, 2].map(() => operator.json(`restore ${place('both.trips')}`)));
  expect(await rowsOf(database.target)).toEqual(rowsIn(place('both.trips')));
  const accounts = both.map(({ replaced }) => rowsIn(replaced).accounts?.length);
  expect(accounts.sort()).toEqual([1, 2]);
});

it('a backup from before migrate --contract is restored into a new database, which has no columns for what nobody used', async () => {
  const uncontracted = await createTestDatabase();
  const onUncontracted = operatorOn({ DATABASE_URL: uncontracted.url, WEBHOOK_TARGETS: 'any' });
  const { accountId } = await onUncontracted.json('demo');
  const opened = openDatabase(uncontracted.target);
  await opened.query({
    text: 'ALTER TABLE webhook_endpoints ADD COLUMN previous_secret text, ADD COLUMN previous_secret_until timestamptz',
  });
  await opened.query({ text: `DELETE FROM migrations WHERE name = '0038_contract_webhook_secrets.sql'` });
  await opened.close();
  await onUncontracted.json(`webhooks add --account ${accountId} --url https://a.example/`);
  await onUncontracted.json(`backup ${place('uncontracted.trips')}`);
  const empty = await createTestDatabase();
  const { tables } = await operatorOn({ DATABASE_URL: empty.url }).json(`restore ${place('uncontracted.trips')}`);
  expect(tables.webhook_endpoints).toBe(1);
  await Promise.all([uncontracted.drop(), empty.drop()]);
});

it('a restore saves no file when the database was empty', async () => {
  const empty = await createTestDatabase();
  await operator.json(`backup ${place('into-empty.trips')}`);
  const { replaced } = await operatorOn({ DATABASE_URL: empty.url }).json(`restore ${place('into-empty.trips')}`);
  expect([replaced, await rowsOf(empty.target)]).toEqual([null, rowsIn(place('into-empty.trips'))]);
  expect(readdirSync(directory).filter((name) => name.startsWith('into-empty'))).toEqual(['into-empty.trips']);
  await empty.drop();
});
