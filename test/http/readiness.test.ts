import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { call } from '../support/client.ts';
import { asAdmin, createTestDatabase } from '../support/database.ts';
import { onEveryServer } from '../support/servers.ts';
import { startService, type TestService } from '../support/service.ts';

const opened: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
});

async function startOnOwnDatabase(): Promise<{ service: TestService; database: string }> {
  const on = await createTestDatabase();
  const service = await startService({ on });
  opened.push(on.drop, service.close);
  return { service, database: on.target.database };
}

const readiness = async ({ url }: TestService) => (await call(url, 'GET', '/readyz')).status;

describe('GET /readyz', () => {
  it('says that nothing can be booked while the database is read-only', async () => {
    const { service, database } = await startOnOwnDatabase();
    const { api } = await service.account();
    const setReadOnly = async (value: 'on' | 'off') => {
      const onAll = (statement: string) => onEveryServer(inject('nodes'), statement);
      await onAll(`ALTER DATABASE ${database} SET default_transaction_read_only = ${value}`);
      await onAll(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
    };
    expect(await readiness(service)).toBe(200);
    await setReadOnly('on');
    await expect.poll(() => readiness(service)).toBe(503);
    const { status, body, headers } = await call(service.url, 'GET', '/readyz');
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
    expect((await api.create()).status).toBe(503);
    expect((await call(service.url, 'GET', '/healthz')).status).toBe(200);
    await setReadOnly('off');
    await expect.poll(() => readiness(service)).toBe(200);
    expect((await api.create()).status).toBe(201);
  });
});

const disk = mkdtempSync(join(tmpdir(), 'trips-full-database-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'none', disk]).status === 0;
if (!canMount) console.warn('nothing can be mounted here: tests of full disks are skipped');
opened.push(() => {
  if (canMount) spawnSync('umount', [disk]);
  rmdirSync(disk);
});

describe.runIf(canMount && inject('nodes').length === 1)('GET /readyz', () => {
  it('says that nothing can be booked while the database’s disk is full', async () => {
    const { service, database } = await startOnOwnDatabase();
    const { api } = await service.account();
    await putOnDisk(service, database);
    const filler = join(disk, 'filler');
    expect(await readiness(service)).toBe(200);
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k']); // until no space is left
    expect(await readiness(service)).toBe(503);
    expect(service.logText()).toContain('No space left on device');
    rmSync(filler);
    expect(await readiness(service)).toBe(200);
    expect((await api.create()).status).toBe(201);
  });
});

/** Moves the database to the small disk. PostgreSQL must own it. */
async function putOnDisk(service: TestService, database: string): Promise<void> {
  const { uid, gid } = statSync(inject('postgres').host); // the directory of its socket
  chownSync(disk, uid, gid);
  chmodSync(disk, 0o700);
  await asAdmin(`CREATE TABLESPACE ${database} LOCATION '${disk}'`);
  opened.splice(1, 0, () => asAdmin(`DROP TABLESPACE ${database}`));
  await asAdmin('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
  await asAdmin(`ALTER DATABASE ${database} SET TABLESPACE ${database}`);
  await expect.poll(() => readiness(service)).toBe(200);
}
