import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import { expectOneLine, startLive } from '../support/liveService.ts';
import { type Operator, operatorProcess } from '../support/operator.ts';

let directory: DataDirectory;
let operator: Operator;
beforeEach(() => {
  directory = newDataDirectory();
  operator = operatorProcess(directory.env);
});
afterEach(() => directory.remove());

describe('the operator’s command as a process on a DATA_DIR', () => {
  it('while the service runs, uses its database and leaves it running', async () => {
    const service = await startLive({ env: directory.env });
    const postmaster = directory.postmasterPid();
    const trip = await service.book();
    expect((await operator.json(`trips advance ${trip}`)).status).toBe('OTWTP');
    expect((await service.api.tripNow(trip)).status).toBe('OTWTP');
    expect(directory.postmasterPid()).toBe(postmaster);
    expect(service.output()).not.toContain('the embedded database stopped');
    expect(await service.stop()).toBe(0);
  });

  it('without a service, starts the database for each command, also an empty one, and stops it', async () => {
    const file = join(dirname(directory.path), 'backup.trips');
    const { accountId, apiKey } = await operator.json('demo');
    expect(directory.postgresProcesses()).toEqual([]);
    await operator.text(`backup ${file}`);
    await operator.json(`restore ${file}`);
    expect(await operator.text('accounts list')).toContain(accountId);
    expect(readFileSync(file).length).toBeGreaterThan(0);
    expect(directory.postgresProcesses()).toEqual([]);
    const service = await startLive({ env: directory.env }, apiKey);
    expect(service.output()).not.toContain('trip_live_'); // a first account exists, so no demo account is made
    await service.book();
    expect(await service.stop()).toBe(0);
  });

  it('says where it creates a new database, which may not be that of the service', async () => {
    const migrated = await runTrips(['migrate'], { env: directory.env });
    expect(migrated).toMatchObject({
      code: 0,
      stderr: `trips: created a new database in ${directory.path} (DATA_DIR)\n`,
    });
    const listed = await runTrips(['tiers', 'list', '--json'], { env: directory.env });
    expect(listed).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  it.each(['backup nightly.jsonl.gz', 'check', 'accounts list', 'tiers add --name Van --multiplier 2', 'upgrade'])(
    'does not create a database for %s, which would be an empty one in the wrong directory',
    async (command) => {
      const before = `there is no database in ${directory.path}: set DATA_DIR or DATABASE_URL to where the service keeps its data`;
      expect(await operator.fault(command)).toBe(`trips: ${before}, or start the service first`);
      expect(existsSync(directory.path)).toBe(false);
    },
  );

  it.each([
    ['accounts create --name X --role FOO', '--role must be DRIVER or CONTRACTOR'],
    ['demo --tier FOO', '--tier must be'],
    ['restore missing.gz', 'cannot be read'],
    ['restore /tmp', 'is not a file'],
  ])('does not create one if something is wrong with its options: %s', async (command, fault) => {
    expect(await operator.fault(command)).toContain(fault);
    expect(existsSync(directory.path)).toBe(false);
  });

  it('warns about a backup without accounts', async () => {
    await operator.json('migrate');
    const file = join(dirname(directory.path), 'empty.trips');
    const { code, stderr } = await operator.run(`backup ${file}`);
    expect(code).toBe(0);
    expect(expectOneLine(stderr)).toContain('warning: there are no accounts in this database');
    expect(existsSync(file)).toBe(true);
  });

  it('fails with exit code 1, one line on standard error and nothing on standard output', async () => {
    const { code, stdout, stderr } = await runTrips(['keys', 'burn', '--json'], { env: directory.env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^trips: there is no command "keys burn --json".*\n$/);
  });
});
