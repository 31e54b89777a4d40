import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort, launch, listenAnywhere } from '../../reliability/support/process.ts';
import { databaseForFile } from '../support/database.ts';
import { canStartAsOthers, type DataDirectory, isRoot, newDataDirectory } from '../support/dataDirectory.ts';
import { expectOneLine, keysIn } from '../support/liveService.ts';

let directory: DataDirectory | undefined;
const database = await databaseForFile();
const occupied = createServer();
const port = String(await listenAnywhere(occupied));
afterAll(() => occupied.close());

afterEach(async () => {
  await directory?.remove();
  directory = undefined;
});

/** Starts the service, which must give up with one line; answers with that line. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { printed, ended } = launch({ env });
  expect([await ended, keysIn(printed.stdout)]).toEqual([1, []]);
  return expectOneLine(printed.stderr);
}

describe('a start that cannot be, says why in one line and ends with a code that is not 0', () => {
  it.each(['PORT', 'METRICS_PORT'])('when %s is in use, and leaves no PostgreSQL behind', async (setting) => {
    directory = newDataDirectory();
    const line = await refusal({ ...directory.env, [setting]: port });
    expect(line).toBe(`trip-booking-api: ${setting} ${port} on 127.0.0.1 is already in use`);
    expect(directory.postgresProcesses()).toEqual([]);
  });

  it('when HOST is not an address of this machine', async () => {
    const line = await refusal({ DATABASE_URL: database.url, HOST: '192.0.2.1' });
    expect(line).toContain('HOST is not an address of this machine');
  });

  it('when nothing answers at DATABASE_URL, without repeating its password', async () => {
    const closed = await freePort();
    const line = await refusal({ DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${closed}/trips` });
    expect(line).toContain('the database at DATABASE_URL cannot be used');
    expect(line).toContain(`127.0.0.1:${closed}`);
    expect(line).not.toContain('hunter2');
  });

  it.each([
    ['a database that is not there', (url: string) => `${url}_gone`],
    ['a password that is not well encoded', (url: string) => url.replace('postgres@', 'postgres:hunter2%ZZ@')],
    ['a certificate that is not there', (url: string) => `${url}?sslrootcert=/nowhere/hunter2.pem&sslmode=verify-full`],
  ])('when DATABASE_URL names %s', async (_what, spoil) => {
    const line = await refusal({ DATABASE_URL: spoil(database.url) });
    expect(line).toContain('the database at DATABASE_URL cannot be used');
    expect(line).not.toContain('hunter2%ZZ');
  });

  it('when the server has no TLS, and prints no warning of the driver', async () => {
    const line = await refusal({ DATABASE_URL: `${database.url}?sslmode=require` });
    expect(line).toContain('the database at DATABASE_URL cannot be used: The server does not support SSL connections');
  });

  it('when settings are broken, naming all of them at once and no password', async () => {
    directory = newDataDirectory();
    const line = await refusal({ ...directory.env, PORT: '99999', REDIS_URL: 'hunter2' });
    expect(line).toMatch(/PORT must be .*; REDIS_URL must be/);
    expect(line).not.toContain('hunter2');
  });

  it.each([
    ['is', 'file'],
    ['lies below', 'file/data'],
  ])('when DATA_DIR %s a file', async (_, below) => {
    directory = newDataDirectory({ below });
    writeFileSync(directory.path.replace(/file.*/, 'file'), 'not a directory');
    expect(await refusal(directory.env)).toContain(`DATA_DIR ${directory.path} cannot be used`);
  });

  it.skipIf(isRoot)('when DATA_DIR is not writable for this user', async () => {
    directory = newDataDirectory();
    mkdirSync(directory.path);
    chmodSync(directory.path, 0o555);
    expect(await refusal(directory.env)).toContain(`DATA_DIR ${directory.path} cannot be used (EACCES)`);
  });

  it.runIf(canStartAsOthers)('when DATA_DIR is not writable for the user it is started as', async () => {
    directory = newDataDirectory();
    mkdirSync(directory.path, { mode: 0o755 });
    const { printed, ended } = launch({ env: directory.env, account: { uid: 65_534, gid: 65_534 } });
    expect(await ended).toBe(1);
    expect(expectOneLine(printed.stderr)).toContain(`DATA_DIR ${directory.path} cannot be used (EACCES)`);
  });

  it.runIf(canStartAsOthers)(
    'when the user it is started as has no name, without which PostgreSQL creates nothing',
    async () => {
      directory = newDataDirectory();
      const nameless = { uid: 54_321, gid: 54_321 };
      mkdirSync(directory.path);
      chownSync(directory.path, nameless.uid, nameless.gid);
      const { printed, ended } = launch({ env: directory.env, account: nameless });
      expect(await ended).toBe(1);
      expect(expectOneLine(printed.stderr)).toContain(
        'the embedded database cannot be created by user 54321, who has no name in /etc/passwd: add one, run',
      );
    },
  );

  it('when DATA_DIR was made by another major version of PostgreSQL, and leaves it as it was', async () => {
    directory = newDataDirectory();
    mkdirSync(directory.cluster(), { recursive: true });
    writeFileSync(`${directory.cluster()}/PG_VERSION`, '9.6\n');
    expect(await refusal(directory.env)).toMatch(/was created by PostgreSQL 9\.6, but this release includes \d+/);
  });
});
