import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { launch, listenAnywhere, type ProcessOptions, runTrips } from '../../reliability/support/process.ts';
import { accountsForFile } from '../support/accounts.ts';
import { asAdmin } from '../support/database.ts';
import { newDataDirectory } from '../support/dataDirectory.ts';
import type { KeptConnection } from '../support/keepAlive.ts';
import { expectOneLine, keysIn, startLive } from '../support/liveService.ts';
import { isAlive, linesOf, listOn, startPool } from '../support/workerPool.ts';

const accounts = await accountsForFile();

/** Starts the service, which must give up with one line; answers with that line. */
async function refusal(env: ProcessOptions['env']): Promise<string> {
  const { printed, ended } = launch({ env: { WORKERS: '2', ...env } });
  expect(await ended).toBe(1);
  expect(printed.stdout).not.toContain('is listening');
  return expectOneLine(printed.stderr);
}

describe('several processes on the embedded database', { timeout: 180_000 }, () => {
  it('greet once, with one key, serve, and leave with it; the operator’s command works beside them', async () => {
    const directory = newDataDirectory();
    const env = { ...directory.env, WORKERS: '2' };
    try {
      const service = await startLive({ env });
      expect(service.output().match(/is listening on/g)).toHaveLength(1);
      expect(keysIn(service.output())).toHaveLength(1);
      const trip = await service.book();
      const { code, stdout } = await runTrips(['trips', 'advance', trip, '--json'], { env });
      expect([code, JSON.parse(stdout).status]).toEqual([0, 'OTWTP']);
      expect((await service.api.tripNow(trip)).status).toBe('OTWTP');
      expect(await service.stop()).toBe(0);
      expect(directory.postgresProcesses()).toEqual([]);
    } finally {
      await directory.remove();
    }
  });
});

describe('several processes that cannot start say why in one line', () => {
  it.each(['PORT', 'METRICS_PORT'])('when %s is in use', async (setting) => {
    const occupied = createServer();
    const port = await listenAnywhere(occupied);
    const line = await refusal({ DATABASE_URL: accounts.url, [setting]: String(port) });
    expect(line).toBe(`trip-booking-api: ${setting} ${port} on 127.0.0.1 is already in use`);
    occupied.close();
  });

  it('when the database does not give them enough connections', async () => {
    const role = `few_${accounts.url.split('_').at(-1)}`;
    await asAdmin(`CREATE ROLE ${role} SUPERUSER LOGIN CONNECTION LIMIT 40`);
    try {
      const env = { DATABASE_URL: accounts.url.replace(/\/\/[^@]+@/, `//${role}@`) };
      const line = await refusal({ ...env, WORKERS: '6' });
      expect(line).toBe(
        'trip-booking-api: WORKERS=6 needs 44 database connections, but the database allows 40: set WORKERS to 5 or less, or raise its max_connections',
      );
    } finally {
      await asAdmin(`DROP ROLE ${role}`);
    }
  });

  it('when no worker can be started', async () => {
    const inWorkers = 'if(process.send)process.exit(7)';
    const line = await refusal({
      DATABASE_URL: accounts.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(inWorkers)}`,
      LOG_LEVEL: 'silent',
    });
    expect(line).toBe('trip-booking-api: a worker exited before it could serve (code 7)');
  });
});

/** Lists trips until something else than a list comes; answers with that. */
async function listUntilRefused(connection: KeptConnection, apiKey: string): Promise<unknown> {
  for (;;) {
    const [answer] = await listOn([connection], apiKey, 1).catch((error: NodeJS.ErrnoException) => [error]);
    if (answer instanceof Error) return answer.code;
    if (answer?.status !== 200) return answer?.status;
  }
}

describe('several processes that are asked to stop', { timeout: 180_000 }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'all at once by %s, as a terminal does it, end gently',
    async (signal) => {
      const apiKey = await accounts.newKey();
      const pool = await startPool({ env: { DATABASE_URL: accounts.url }, detached: true }, apiKey);
      const pids = [...pool.workers().values()];
      const connections = pool.connect(4);
      expect((await listOn(connections, apiKey, 1)).map(({ status }) => status)).toEqual(Array(4).fill(200));
      const answers = connections.map((connection) => listUntilRefused(connection, apiKey));
      process.kill(-(pool.child.pid ?? Number.NaN), signal);
      expect(await Promise.all(answers)).toEqual(Array(4).fill('ECONNREFUSED'));
      expect(await pool.stop()).toBe(0);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(pool.logged('stopped')).toHaveLength(1);
      expect(linesOf(pool.output()).filter(({ level }) => Number(level) > 30)).toEqual([]);
    },
  );

  it('before they have started, end with 0 and leave nothing behind', async () => {
    const { child, printed, ended } = launch({ env: { DATABASE_URL: accounts.url, WORKERS: '2', METRICS_PORT: '0' } });
    await expect.poll(() => printed.stdout).toContain('metrics at');
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(printed.stdout).not.toContain('is listening on');
  });
});
