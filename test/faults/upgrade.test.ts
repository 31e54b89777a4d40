import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, runTrips } from '../../reliability/support/process.ts';
import type { ConnectionTarget } from '../../src/database/connect.ts';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import { locateBinaries, type PostgresBinaries } from '../../src/database/embedded/binaries.ts';
import { prepareHome } from '../../src/database/embedded/home.ts';
import { takeServer } from '../../src/database/embedded/server.ts';
import { query } from '../support/backups.ts';
import { bookingBody } from '../support/client.ts';
import { type DataDirectory, endNow, newDataDirectory } from '../support/dataDirectory.ts';
import { expectOneLine, startLive, tomorrow } from '../support/liveService.ts';
import { operatorProcess, withoutNotices } from '../support/operator.ts';
import { releaseWithPostgres } from '../support/releases.ts';

const older = await releaseWithPostgres('17');
afterAll(() => older?.remove());
let directory: DataDirectory;
afterEach(() => directory.remove());

/** npm finds its settings by these. */
const npmEnv = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && (name === 'HOME' || /^npm_config_/i.test(name)) ? [[name, value]] : [],
  ),
);
const NO_REGISTRY = {
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_fetch_retries: '0',
  npm_config_offline: '',
};

const startOlder = (apiKey?: string) => startLive({ env: directory.env, script: older?.script ?? '' }, apiKey);
const upgradeWords = () => ['upgrade', '--binaries', older?.binariesDirectory ?? '', '--json'];
const upgrade = () => operatorProcess(directory.env).json(upgradeWords().slice(0, -1));
const majorIn = (cluster: string) => readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
const filesBeside = () => readdirSync(dirname(directory.cluster())).sort();
const WITH_EVERY_CLUSTER = ['passwords.json', 'pg_hba.conf', 'run', 'server.log'];
const LEFT = ['cluster', ...WITH_EVERY_CLUSTER];
const UPGRADED = ['cluster', 'cluster-17', ...WITH_EVERY_CLUSTER];

/** A DATA_DIR of the older release with trips, one of them cancelled, and a booking to send again. */
async function fillByOlder() {
  const service = await startOlder();
  const request = { body: bookingBody({ scheduledAt: tomorrow() }), headers: { 'idempotency-key': randomUUID() } };
  const booked = await service.api.send('POST', '/v1/trips', request);
  await service.api.cancel(await service.book());
  await service.book();
  const listed = (await service.api.list()).text;
  expect(await service.stop()).toBe(0);
  return { apiKey: service.apiKey, request, booked: booked.text, listed };
}

const filledDirectory = newDataDirectory();
afterAll(() => filledDirectory.remove());
let filled: Awaited<ReturnType<typeof fillByOlder>>;
beforeAll(async () => {
  if (older === undefined) return;
  directory = filledDirectory;
  filled = await fillByOlder();
});
beforeEach(() => {
  directory = newDataDirectory();
  if (older !== undefined) execFileSync('cp', ['-a', filledDirectory.path, directory.path]);
});

/** What the server that stands still has in all its tables, whatever backups do with them. */
async function rowsBy(binaries: PostgresBinaries): Promise<Record<string, string[]>> {
  const account = postgresAccount(directory.cluster());
  const home = prepareHome(directory.path, account);
  const server = await takeServer({ home, binaries, account, dataDir: directory.path, kind: 'operator' });
  try {
    return await allRows(server.target);
  } finally {
    await server.stop();
  }
}

async function allRows(target: ConnectionTarget): Promise<Record<string, string[]>> {
  const tables = await query(target, `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.filter((table) => table.name !== 'migrations'))
    rows[name] = (
      await query(target, `SELECT row_to_json(t)::text AS row FROM ${pg.escapeIdentifier(name)} t ORDER BY 1`)
    ).map(({ row }) => row);
  return rows;
}

const rowsByOlder = () => rowsBy(older?.binaries as PostgresBinaries);
const rowsByThis = () => rowsBy(locateBinaries(postgresAccount(directory.cluster())));

async function expectRefusal(script?: string): Promise<string> {
  const { printed, ended } = launch({ env: directory.env, ...(script ? { script } : {}) });
  expect(await ended).toBe(1);
  return expectOneLine(printed.stderr);
}

/** The older release serves what it had, and nothing of the upgrade is left. */
async function expectUsableByOlder(): Promise<void> {
  const { apiKey, listed } = filled;
  const service = await startOlder(apiKey);
  expect((await service.api.list()).text).toBe(listed);
  expect(await service.stop()).toBe(0);
}

describe.skipIf(older === undefined)('a DATA_DIR of an older major version of PostgreSQL', () => {
  it('is upgraded by the command that the start names: every row is the same, and the old database is kept', async () => {
    const { apiKey, request, booked, listed } = filled;
    const before = await rowsByOlder();
    expect(before.request_counts).not.toEqual([]); // which no backup has
    const line = await expectRefusal();
    expect(line).toMatch(/was created by PostgreSQL 17, but this release includes 18: run npm run -s trips -- upgrade/);

    const answer = await operatorProcess({ ...directory.env, ...npmEnv }).json('upgrade');
    const rows = Object.values(before).flat().length;
    expect(answer).toEqual({ outcome: 'upgraded', from: '17', to: '18', rows, kept: `${directory.cluster()}-17` });
    expect([majorIn(directory.cluster()), majorIn(answer.kept)]).toEqual(['18', '17']);
    expect(filesBeside()).toEqual(UPGRADED);
    expect(readdirSync(join(dirname(directory.cluster()), 'run'))).toEqual([]);
    expect(await rowsByThis()).toEqual(before);

    const service = await startLive({ env: directory.env }, apiKey);
    expect((await service.api.list()).text).toBe(listed);
    expect((await service.api.send('POST', '/v1/trips', request)).text).toBe(booked);
    await service.book();
    expect(await service.stop()).toBe(0);
    expect(await operatorProcess(directory.env).json('check')).toMatchObject({ counts: 'ok', references: 'ok' });
    expect(await operatorProcess(directory.env).json('upgrade')).toMatchObject({ outcome: 'nothing to upgrade' });
  });

  it('can be taken back: the kept database in its place serves the older release, which refuses the newer one', async () => {
    const { kept } = await upgrade();
    expect(await expectRefusal(older?.script)).toMatch(/created by PostgreSQL 18.*start the release that created it/);
    renameSync(directory.cluster(), `${directory.path}/newer`);
    renameSync(kept, directory.cluster());
    await expectUsableByOlder();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'is as it was after a %s half-way, and upgraded the next time',
    async (signal) => {
      const draft = `${directory.cluster()}.upgrade`;
      const { child, ended, printed } = launch({
        env: directory.env,
        script: 'operator/main.js',
        args: upgradeWords(),
      });
      await expect.poll(() => existsSync(join(draft, 'postmaster.pid')), { interval: 5 }).toBe(true);
      child.kill(signal);
      expect(await ended).toBe(signal === 'SIGKILL' ? null : 1);
      if (signal === 'SIGTERM') {
        expect(withoutNotices(printed.stderr)).toBe('trips: aborted: nothing was changed\n');
        expect(filesBeside()).toEqual(LEFT);
      }
      expect(majorIn(directory.cluster())).toBe('17');
      await expectUsableByOlder();
      await upgrade();
      expect(filesBeside()).toEqual(UPGRADED);
      const service = await startLive({ env: directory.env }, filled.apiKey);
      expect((await service.api.list()).text).toBe(filled.listed);
      await service.stop();
    },
  );

  it('is as it was when the new server dies, as on a full disk', async () => {
    const upgrading = runTrips(upgradeWords(), { env: directory.env });
    const draft = { ...directory.owner(), host: join(directory.cluster(), '../run/upgrade') };
    const hasTrips = () =>
      query(draft, `SELECT to_regclass('trips') IS NOT NULL AS has`).then(
        ([row]) => row.has,
        () => false,
      );
    await expect.poll(hasTrips, { interval: 10 }).toBe(true);
    endNow(Number(readFileSync(join(`${directory.cluster()}.upgrade`, 'postmaster.pid'), 'utf8').split('\n')[0]));
    const { code, stderr } = await upgrading;
    expect(code).toBe(1);
    expect(expectOneLine(withoutNotices(stderr))).toContain('the database is PostgreSQL 17 as before');
    expect(filesBeside()).toEqual(LEFT);
    await expectUsableByOlder();
  });

  it('is not touched while a service runs on it', async () => {
    const service = await startOlder(filled.apiKey);
    const line = await operatorProcess(directory.env).fault(upgradeWords());
    expect(line).toContain(`is already in use by the service of process ${service.child.pid}: stop it`);
    await service.book();
    expect(await service.stop()).toBe(0);
    expect(filesBeside()).toEqual(LEFT);
  });

  it('is not touched if it has data that would not be copied', async () => {
    const service = await startOlder(filled.apiKey);
    const target = directory.owner();
    const refusal = () => operatorProcess(directory.env).fault(upgradeWords());
    await query(target, 'CREATE TABLE notes (text text)');
    await service.stop();
    expect(await refusal()).toContain('does not have the tables that its migrations make (notes)');
    const again = await startOlder(filled.apiKey);
    await query(target, 'DROP TABLE notes');
    await query(target, 'CREATE DATABASE own');
    await again.stop();
    expect(await refusal()).toContain('the database own is not of this service');
    expect(filesBeside()).toEqual(LEFT);
    await expectUsableByOlder();
  });

  it('without the npm registry, is upgraded with binaries that the operator names, of the right version only', async () => {
    const operator = operatorProcess({ ...directory.env, ...npmEnv, ...NO_REGISTRY });
    expect(await operator.fault('upgrade')).toMatch(
      /PostgreSQL 17 cannot be installed \(npm view failed: .*ECONNREFUSED.*\): pass --binaries DIR/,
    );
    const own = dirname(dirname(locateBinaries(undefined).postgres));
    expect(await operator.fault(`upgrade --binaries ${own}`)).toContain('the database needs PostgreSQL 17');
    expect(await operator.fault('upgrade --binaries /nowhere')).toContain('is not a PostgreSQL server that runs here');
    expect(filesBeside()).toEqual(LEFT);
    expect(await upgrade()).toMatchObject({ from: '17', to: '18' });
  });

  it('is not replaced by an empty one after an upgrade that was killed at its last moment', async () => {
    renameSync(directory.cluster(), `${directory.cluster()}-17`);
    const line = await expectRefusal();
    expect(line).toContain(`move it back (mv '${directory.cluster()}-17' '${directory.cluster()}')`);
    expect(filesBeside()).toEqual(['cluster-17', ...WITH_EVERY_CLUSTER]);
    renameSync(`${directory.cluster()}-17`, directory.cluster());
    await expectUsableByOlder();
  });
});
