import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort, startProcess } from '../../reliability/support/process.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import type { KeptConnection } from '../support/keepAlive.ts';
import { isAlive, type LivePool, listOn, startPool } from '../support/workerPool.ts';

const REPLACING = 'worker exited: starting a replacement';

let accounts: Accounts;
let apiKey: string;
let pool: LivePool;

beforeEach(async () => {
  accounts = await openAccounts();
  apiKey = await accounts.newKey();
});
afterEach(async () => {
  await pool.close();
  await accounts.close();
});

const start = async (env: Record<string, string> = {}) => {
  pool = await startPool({ env: { DATABASE_URL: accounts.url, ...env } });
};
const workerIn = (place: number) => pool.workers().get(place) ?? Number.NaN;
const untilServes = (place: number, besides: number) =>
  expect.poll(() => workerIn(place), { timeout: 40_000 }).not.toBe(besides);
const statusOn = (connection: KeptConnection) =>
  listOn([connection], apiKey, 1).then(
    ([answer]) => answer?.status,
    (error: NodeJS.ErrnoException) => error.code,
  );

// Every test starts several processes and waits for their replacements, which takes long on a busy machine.
const PATIENCE = { timeout: 180_000 };

describe('a worker that is killed', PATIENCE, () => {
  it('takes only its own connections with it, and is replaced at once', async () => {
    await start();
    const connections = pool.connect(6);
    expect(await Promise.all(connections.map(statusOn))).toEqual(Array(6).fill(200));
    const sockets = connections.map((connection) => connection.socket());
    const victim = workerIn(1);
    let isOver = false;
    const answers = connections.map(async (connection, index) => {
      const seen = new Set<unknown>();
      while (!isOver && sockets[index]?.destroyed === false) seen.add(await statusOn(connection));
      return { hasSurvived: sockets[index]?.destroyed === false, seen };
    });
    process.kill(victim, 'SIGKILL');
    await untilServes(1, victim);
    isOver = true;
    const results = await Promise.all(answers);
    const survivors = results.filter(({ hasSurvived }) => hasSurvived);
    expect(survivors.map(({ seen }) => [...seen])).toEqual(Array(3).fill([200]));
    expect(pool.logged(REPLACING)).toEqual([
      expect.objectContaining({ worker: 1, pid: victim, cause: 'SIGKILL', delayMs: 0 }),
    ]);
    expect(pool.child.exitCode).toBe(null);
    expect(await Promise.all(pool.connect(4).map(statusOn))).toEqual(Array(4).fill(200));
    expect(await pool.stop()).toBe(0);
  });

  it('again and again is replaced after longer and longer pauses, while the other serves', async () => {
    await start();
    for (let turn = 0, victim = Number.NaN; turn < 3; turn += 1) {
      await untilServes(2, victim);
      victim = workerIn(2);
      process.kill(victim, 'SIGKILL');
      await expect.poll(() => pool.logged(REPLACING).length).toBe(turn + 1);
      expect(await statusOn(pool.connect(1)[0] as KeptConnection)).toBe(200);
    }
    expect(pool.logged(REPLACING).map(({ delayMs }) => delayMs)).toEqual([0, 250, 500]);
  });

  it('with all others keeps callers waiting, not refused, until there is one again', async () => {
    await start();
    const victims = [workerIn(1), workerIn(2)];
    for (const victim of victims) process.kill(victim, 'SIGKILL');
    await expect.poll(() => pool.logged(REPLACING).length).toBe(2);
    expect(await Promise.all(pool.connect(4).map(statusOn))).toEqual(Array(4).fill(200));
    expect(pool.child.exitCode).toBe(null);
  });
});

describe('the primary process', PATIENCE, () => {
  it('takes its workers and its port with it when it is killed, and the next start works', async () => {
    const directory: DataDirectory = newDataDirectory();
    const env = { ...directory.env, PORT: String(await freePort()), WORKERS: '2' };
    try {
      pool = await startPool({ env });
      await pool.book();
      const workers = [...pool.workers().values()];
      await pool.stop('SIGKILL');
      await expect.poll(() => workers.filter(isAlive)).toEqual([]);
      const next = await startProcess({ env });
      expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
      expect(await next.stop()).toBe(0);
      expect(directory.postgresProcesses()).toEqual([]);
    } finally {
      await directory.remove();
    }
  });

  it('that does not answer leaves each worker to count by itself, which says so, until it is back', async () => {
    await start({ RATE_LIMIT_TIERS: 'STANDARD=20/600' });
    const connections = pool.connect(2);
    await listOn(connections, apiKey, 2);
    pool.child.kill('SIGSTOP');
    const answers = await listOn(connections, apiKey, 30);
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(40); // each worker on its own
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
    const unavailable =
      'the primary process is unavailable: this process counts rate limits on its own until it is back';
    await expect.poll(() => pool.logged(unavailable)).toHaveLength(2);
    const [ready] = await Promise.all(connections.map((each) => each.send('GET', '/readyz')));
    expect(ready?.body.rateLimits).toBe('memory, the primary process is unavailable');
    pool.child.kill('SIGCONT');
    const back = 'the primary process is back: rate limits are shared again';
    await expect.poll(() => pool.logged(back)).toHaveLength(2);
    // Counted together again, after the four of before and the one that each had asked for in vain.
    const again = await listOn(connections, apiKey, 20);
    expect(again.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(16);
  });
});
