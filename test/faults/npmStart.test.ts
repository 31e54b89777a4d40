import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';

let directory: DataDirectory;
afterEach(() => directory.remove());

// A supervisor knows npm's process id, not the service's.
it.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start, told to stop by %s, stops the service and its database',
  async (signal) => {
    directory = newDataDirectory();
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...directory.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    npm.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed).toContain('Another demo account and key');
    expect(directory.postgresProcesses()).not.toEqual([]);
    npm.kill(signal);
    await once(npm, 'close');
    expect(printed).toContain('"msg":"stopped"');
    expect(directory.postgresProcesses()).toEqual([]);
  },
);
