import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launch, runTrips, startProcess } from '../../reliability/support/process.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import { expectOneLine } from '../support/liveService.ts';
import { withoutNotices } from '../support/operator.ts';

const directory = dataDirectoryForFile();
const create = (env: Record<string, string>) => runTrips(['migrate'], { env });
const list = (env: Record<string, string>) => runTrips(['accounts', 'list'], { env });

beforeAll(async () => {
  expect(await create(directory.env)).toMatchObject({ code: 0 });
});

describe('a command whose embedded server starts but refuses every session', () => {
  // The database "postgres" cannot be opened without this file.
  const file = () => join(directory.cluster(), 'base/5/pg_filenode.map');
  beforeAll(() => renameSync(file(), `${file()}.aside`));
  afterAll(() => renameSync(`${file()}.aside`, file()));
  afterEach(() => expect(directory.postgresProcesses()).toEqual([]));

  it('says what the server says, and leaves no server behind', async () => {
    const { code, stderr } = await list(directory.env);
    expect(code).toBe(1);
    expect(expectOneLine(withoutNotices(stderr))).toMatch(
      /^trips: the embedded database does not start: could not open file "base\/5\/pg_filenode.map": .* \(see .*server.log\)$/,
    );
  });

  it('leaves no server behind when it is ended by SIGTERM', async () => {
    const { child, printed, ended } = launch({
      script: 'operator/main.js',
      args: ['accounts', 'list'],
      env: directory.env,
    });
    await expect.poll(() => existsSync(join(directory.cluster(), 'postmaster.pid')), { timeout: 20_000 }).toBe(true);
    child.kill('SIGTERM');
    expect(await ended).toBe(1);
    expect(withoutNotices(printed.stderr)).toBe('trips: aborted\n');
  });
});

it('a command says that it waits for an embedded server that takes long', async () => {
  const service = await startProcess({ env: directory.env });
  await service.stop('SIGKILL'); // its server stays
  process.kill(directory.postmasterPid(), 'SIGSTOP');
  const { printed, ended } = launch({ script: 'operator/main.js', args: ['accounts', 'list'], env: directory.env });
  await expect
    .poll(() => printed.stderr, { timeout: 30_000 })
    .toMatch(/^trips: … waiting for the embedded database, which is not ready yet \(see .*server.log\)\n$/);
  process.kill(directory.postmasterPid(), 'SIGCONT');
  expect(await ended).toBe(0);
});

describe('on a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'trips-full-disk-'));
  const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'none', disk]).status === 0;
  if (!canMount) console.warn('nothing can be mounted here: tests of full disks are skipped');
  afterAll(() => {
    if (canMount) spawnSync('umount', [disk]);
    rmdirSync(disk);
  });

  it.runIf(canMount)('a command and a start say that no space is left', async () => {
    chmodSync(disk, 0o755);
    const env = { DATA_DIR: join(disk, 'data') };
    expect(await create(env)).toMatchObject({ code: 0 });
    fill(join(disk, 'filler'));
    const cause = `the embedded database does not start: no space is left in DATA_DIR ${env.DATA_DIR}: `;
    const { code, stderr } = await list(env);
    expect([code, expectOneLine(stderr)]).toEqual([1, expect.stringContaining(`trips: ${cause}`)]);
    const service = launch({ env });
    expect(await service.ended).toBe(1);
    expect(expectOneLine(service.printed.stderr)).toContain(cause);
  });
});

function fill(file: string): void {
  const page = Buffer.alloc(4096);
  try {
    for (;;) writeFileSync(file, page, { flag: 'a' });
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  }
}
