import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { launch } from '../../reliability/support/process.ts';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';
import { type LiveService, startLive } from '../support/liveService.ts';

const directories: DataDirectory[] = [];
const running: LiveService[] = [];

function newDirectory(): DataDirectory {
  const directory = newDataDirectory();
  directories.push(directory);
  return directory;
}

async function start({ env }: DataDirectory): Promise<LiveService> {
  const service = await startLive({ env });
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
  for (const directory of directories.splice(0)) await directory.remove();
});

describe('a start that is stopped before it is done', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s ends with 0 and leaves no PostgreSQL behind',
    async (signal) => {
      const directory = newDirectory();
      const { child, printed, ended } = launch({ env: directory.env });
      await expect.poll(() => existsSync(join(directory.path, 'postgres', 'run'))).toBe(true);
      child.kill(signal);
      expect([await ended, printed.stderr]).toEqual([0, '']);
      expect(directory.postgresProcesses()).toEqual([]);
    },
  );
});

describe('a start beside other programs', () => {
  it('does not need port 5432, where another PostgreSQL may listen', async () => {
    const other = createServer().listen(5432, '127.0.0.1');
    // On a machine where one listens already, that one will do.
    await once(other, 'listening').catch(({ code }) => expect(code).toBe('EADDRINUSE'));
    const service = await start(newDirectory());
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    other.close();
  });

  it('runs twice at once on two DATA_DIRs, each with its own accounts and trips', async () => {
    const directory = newDirectory();
    const [one, other] = await Promise.all([start(newDirectory()), start(directory)]);
    await other.book();
    expect((await one.api.send('GET', '/v1/trips', { key: other.apiKey })).status).toBe(401);
    expect((await other.api.list()).body.pagination.total).toBe(1);
    expect(await one.stop()).toBe(0);
    expect((await other.api.list()).body.pagination.total).toBe(1);
    expect(await other.stop()).toBe(0);
    expect(directory.postgresProcesses()).toEqual([]);
  });
});
