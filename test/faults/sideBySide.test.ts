import pg from 'pg';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS, launch, runTrips } from '../../reliability/support/process.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { newKey } from '../support/client.ts';
import { type LiveService, startLive, tomorrow } from '../support/liveService.ts';
import { startLoad } from '../support/load.ts';
import { EXPANSION, migrationsAnd, newerRelease } from '../support/releases.ts';

let accounts: Accounts;
let onlooker: pg.Client;
let apiKey: string;
/** Another account's, so that what is looked at is not pushed down the list. */
let loadKey: string;
let running: LiveService[];
const newer = newerRelease(EXPANSION);
afterAll(() => newer.remove());

beforeEach(async () => {
  running = [];
  accounts = await openAccounts();
  onlooker = new pg.Client(accounts.target);
  await onlooker.connect();
  apiKey = await accounts.newKey();
  loadKey = await accounts.newKey();
});
afterEach(async () => {
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  await onlooker.end();
  await accounts.close();
});

const env = () => ({ DATABASE_URL: accounts.url, ...HIGH_RATE_LIMITS });

async function start(script = 'start/main.js'): Promise<LiveService> {
  const service = await startLive({ env: env(), script }, apiKey);
  running.push(service);
  return service;
}
const startOlder = () => start();
const startNewer = () => start(newer.script);

/** What a service logged above the level of everyday news. */
const complaintsOf = (service: LiveService): string[] =>
  service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{') && JSON.parse(line).level >= 40);

const migrations = async () => (await onlooker.query('SELECT name, applied_at FROM migrations ORDER BY name')).rows;

const referenceToRiders = (round: number): [name: string, sql: string] => [
  `090${round}_guide.sql`,
  `-- A reference.
  ALTER TABLE trips
    ADD COLUMN guide_${round} text COLLATE "C",
    ADD CONSTRAINT guide_${round} FOREIGN KEY (account_id, guide_${round}) REFERENCES riders NOT VALID;`,
];

/** A booking of the one is read, listed, replayed to the byte and cancelled by the other. */
async function expectToShareTrips(one: LiveService, other: LiveService): Promise<void> {
  const headers = newKey();
  const scheduledAt = tomorrow();
  const booked = await one.api.create({ scheduledAt }, headers);
  const { _id } = booked.body.data;
  expect((await other.api.tripNow(_id)).status).toBe('CONFIRMED');
  expect((await other.api.list('?limit=5')).body.data).toContainEqual(booked.body.data);
  const replayed = await other.api.create({ scheduledAt }, headers);
  expect([replayed.status, replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([
    ...[201, booked.text, 'true'],
  ]);
  const cancelling = { headers: newKey() };
  const cancelled = await other.api.cancel(_id, cancelling);
  expect([cancelled.status, cancelled.body.data.status]).toEqual([200, 'CANCELLED']);
  expect((await one.api.cancel(_id, cancelling)).text).toBe(cancelled.text);
  expect((await one.api.tripNow(_id)).statusHistory.map(({ status }) => status)).toEqual(['CONFIRMED', 'CANCELLED']);
}

describe('an older and a newer release on one database', () => {
  it('serve side by side through the migration and until the older one stops, with no failed request on either', async () => {
    const older = await startOlder();
    const load = startLoad(older.url, loadKey, 6);
    await expect.poll(load.answered).toBeGreaterThan(100);
    const newcomer = await startNewer();
    expect(newcomer.output()).toContain('database migrated');
    expect((await migrations()).slice(-Object.keys(EXPANSION).length).map(({ name }) => name)).toEqual(
      Object.keys(EXPANSION),
    );
    const loadOnNewcomer = startLoad(newcomer.url, loadKey, 6);
    await expect.poll(loadOnNewcomer.answered).toBeGreaterThan(100);
    for (let round = 0; round < 3; round += 1) {
      await expectToShareTrips(older, newcomer);
      await expectToShareTrips(newcomer, older);
    }
    expect(await older.stop('SIGTERM')).toBe(0);
    await Promise.all([load.end(), loadOnNewcomer.end()]);
    expect([load.faults, loadOnNewcomer.faults]).toEqual([[], []]);
    expect(complaintsOf(older)).toEqual([]);
    expect(complaintsOf(newcomer).filter((line) => !line.includes('could not get its lock'))).toEqual([]);
  });

  it('keep serving while the migration waits for somebody who uses a table for long', async () => {
    const older = await startOlder();
    const load = startLoad(older.url, loadKey, 6);
    await expect.poll(load.answered).toBeGreaterThan(100);
    await onlooker.query('BEGIN; SELECT FROM trips');
    const newcomer = launch({ env: env(), script: newer.script });
    const tries = () => newcomer.printed.stdout.split('a migration could not get its lock').length - 1;
    await expect.poll(tries).toBeGreaterThan(2);
    const answered = load.answered();
    await expect.poll(load.answered).toBeGreaterThan(answered + 100);
    await onlooker.query('COMMIT');
    await expect.poll(() => newcomer.printed.stdout).toContain('is listening on');
    await load.end();
    newcomer.child.kill();
    expect(await newcomer.ended).toBe(0);
    expect([load.faults, complaintsOf(older)]).toEqual([[], []]);
  });

  it('never have a request give way to a migration that locks two tables which it writes', async () => {
    const older = await startOlder();
    const load = startLoad(older.url, loadKey, 12);
    await expect.poll(load.answered).toBeGreaterThan(100);
    for (const [name, sql] of Array.from({ length: 10 }, (_, round) => referenceToRiders(round))) {
      const release = migrationsAnd({ [name]: sql });
      expect(await migrate(accounts.target, { directory: release.directory })).toEqual([name]);
      release.remove();
    }
    await load.end();
    expect([load.faults, complaintsOf(older)]).toEqual([[], []]);
  });

  it('let the older one start again beside the newer one and after it: it serves, and migrates nothing', async () => {
    const newcomer = await startNewer();
    const before = await migrations();
    const crashing = await startOlder();
    await expectToShareTrips(newcomer, crashing);
    await crashing.stop('SIGKILL');
    const older = await startOlder();
    await expectToShareTrips(newcomer, older);
    await expectToShareTrips(older, newcomer);
    expect(await newcomer.stop()).toBe(0);
    await expectToShareTrips(older, await startOlder());
    const { code } = await runTrips(['accounts', 'list'], { env: { DATABASE_URL: accounts.url } });
    expect(code).toBe(0);
    expect(await migrations()).toEqual(before);
    expect(running.slice(1).flatMap(complaintsOf)).toEqual([]);
    expect(running.slice(1).filter((service) => service.output().includes('database migrated'))).toEqual([]);
  });
});
