import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { runTrips } from '../../reliability/support/process.ts';
import { canStartAsOthers, type DataDirectory, isRoot, newDataDirectory } from '../support/dataDirectory.ts';
import { expectToServe } from '../support/liveService.ts';
import { withoutNotices } from '../support/operator.ts';

const SHARED_HOME = '/var/lib/trip-booking-api';
// An account that every system has: PostgreSQL wants one with a name.
const DAEMON = { uid: 1, gid: 1 };
const ROOT = { uid: 0, gid: 0 };

let directory: DataDirectory;
afterEach(() => directory.remove());

describe.runIf(isRoot)('on a machine where we are root', () => {
  it('the service works below a closed directory, its files open only to the account PostgreSQL runs under', async () => {
    directory = newDataDirectory({ mode: 0o700 });
    await expectToServe(directory);
    const home = statSync(dirname(directory.cluster()));
    expect(dirname(dirname(directory.cluster()))).toBe(SHARED_HOME);
    expect(home.uid).not.toBe(0);
    expect(home.mode & 0o077).toBe(0);
  });

  it('several first commands at once, below a closed directory, find one and the same database', async () => {
    directory = newDataDirectory({ mode: 0o700 });
    const made = await Promise.all([1, 2, 3].map(() => runTrips(['demo', '--json'], { env: directory.env })));
    for (const { code, stderr } of made) expect([code, withoutNotices(stderr)]).toEqual([0, '']);
    const { stdout } = await runTrips(['accounts', 'list', '--json'], { env: directory.env });
    expect(JSON.parse(stdout)).toHaveLength(3);
    expect(readdirSync(dirname(directory.cluster())).filter((name) => name.startsWith('cluster'))).toEqual(['cluster']);
  });

  it.runIf(canStartAsOthers).each([
    ['whose path is short', 'data'],
    ['whose path is longer than a socket’s may be', `${'deep/'.repeat(30)}data`],
  ])(
    'another user can run the service on a DATA_DIR of their own, %s, and root the command on it',
    async (_what, below) => {
      directory = newDataDirectory({ below });
      mkdirSync(directory.path, { recursive: true });
      chownSync(directory.path, DAEMON.uid, DAEMON.gid);
      await expectToServe(directory, DAEMON, ROOT);
      expect(statSync(directory.cluster()).uid).toBe(DAEMON.uid);
    },
  );

  it.runIf(canStartAsOthers)('another user can back up and restore a database of their own', async () => {
    directory = newDataDirectory();
    const top = dirname(directory.path);
    mkdirSync(join(top, 'theirs'));
    for (const path of [top, join(top, 'theirs')]) chownSync(path, DAEMON.uid, DAEMON.gid);
    chmodSync(top, 0o755);
    const run = (...args: string[]) => runTrips([...args, '--json'], { env: directory.env, account: DAEMON });
    const file = join(top, 'theirs/backup.trips');
    for (const args of [['demo'], ['backup', file], ['demo'], ['restore', file]])
      expect(await run(...args)).toMatchObject({ code: 0 });
    expect(JSON.parse((await run('accounts', 'list')).stdout)).toHaveLength(1);
    expect(statSync(file)).toMatchObject({ uid: DAEMON.uid });
  });
});
