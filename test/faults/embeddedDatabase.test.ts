import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../../reliability/support/process.ts';
import { dataDirectoryForFile, endNow } from '../support/dataDirectory.ts';
import { expectOneLine, startLive } from '../support/liveService.ts';

const directory = dataDirectoryForFile();
let service = await startLive({ env: directory.env });
afterAll(() => service.stop());
const booked: string[] = [];
beforeEach(async () => {
  booked.push(await service.book());
});

/** Starts the service again, which must still have every trip and book another. */
async function restart(): Promise<void> {
  service = await startLive({ env: directory.env }, service.apiKey);
  await expectAllTrips();
}

async function expectAllTrips(): Promise<void> {
  booked.push(await service.book());
  const { body } = await service.api.list('?limit=100');
  expect(body.data.map((trip: { _id: string }) => trip._id).sort()).toEqual([...booked].sort());
}

function killDatabase(): void {
  for (const pid of directory.postgresProcesses()) endNow(pid);
}

async function killEverything(): Promise<void> {
  await service.stop('SIGKILL'); // first: it would start the database again
  killDatabase();
  await expect.poll(directory.postgresProcesses).toEqual([]);
}

describe('the embedded PostgreSQL', () => {
  it('is stopped with the service, and leaves no process', async () => {
    expect(directory.postgresProcesses()).toContain(directory.postmasterPid());
    expect(await service.stop()).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
    await restart();
  });

  it('is taken over by the next service when only the service was killed', async () => {
    const postmaster = directory.postmasterPid();
    await service.stop('SIGKILL');
    expect(directory.postgresProcesses()).toContain(postmaster);
    await restart();
    expect(directory.postmasterPid()).toBe(postmaster);
  });

  it('starts over its old lock file when everything was killed', async () => {
    await killEverything();
    expect(directory.postmasterPid()).toBeGreaterThan(0);
    await restart();
  });

  it('starts also when the process ids in its old lock files now belong to another program', async () => {
    await killEverything();
    const lines = (path: string) => `${process.pid}\n${path}\n`;
    writeFileSync(join(directory.cluster(), 'postmaster.pid'), lines(directory.cluster()));
    writeFileSync(join(directory.sockets() ?? '', '.s.PGSQL.5432.lock'), lines(directory.cluster()));
    await restart();
    expect(directory.postmasterPid()).not.toBe(process.pid);
  });

  it('is cleared of what a first start left that was killed while it created the database', async () => {
    const { pid } = spawnSync('true');
    const left = `${directory.cluster()}.${pid}`;
    mkdirSync(left);
    writeFileSync(join(left, 'PG_VERSION'), '18\n');
    await killEverything();
    await restart();
    expect(existsSync(left)).toBe(false);
  });

  it('is brought back by a running service when it is killed under it', async () => {
    const postmaster = directory.postmasterPid();
    killDatabase();
    await expect.poll(() => service.api.list().then((answer) => answer.status), { interval: 50 }).toBe(200);
    expect(directory.postmasterPid()).not.toBe(postmaster);
    await expectAllTrips();
    expect(await service.stop()).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
    await restart();
  });

  it('is not left running by a service that is stopped while it brings it back', async () => {
    killDatabase();
    await expect.poll(service.output, { interval: 5 }).toContain('the embedded database stopped');
    expect(await service.stop()).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
    await restart();
  });

  it('serves one service only: a second one names the first and ends, and the first books on', async () => {
    const second = launch({ env: directory.env });
    expect(await second.ended).toBe(1);
    expect(expectOneLine(second.printed.stderr)).toBe(
      `trip-booking-api: DATA_DIR ${directory.path} is already in use by the service of process ${service.child.pid}: stop it, or set DATA_DIR to another directory`,
    );
    await expectAllTrips();
  });
});
