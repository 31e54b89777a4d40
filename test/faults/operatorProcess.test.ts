import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import { startLive } from '../support/liveService.ts';
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
    const first = await runTrips(['tiers', 'list', '--json'], { env: directory.env });
    expect(first).toEqual({
      code: 0,
      stdout: '[]\n',
      stderr: `trips: created a new database in ${directory.path} (DATA_DIR)\n`,
    });
    const second = await runTrips(['tiers', 'list', '--json'], { env: directory.env });
    expect(second).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
  });

  it('fails with exit code 1, one line on standard error and nothing on standard output', async () => {
    const { code, stdout, stderr } = await runTrips(['keys', 'burn', '--json'], { env: directory.env });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^trips: there is no command "keys burn --json".*\n$/);
  });
});
