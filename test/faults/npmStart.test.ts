import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';

let directory: DataDirectory;
afterEach(() => directory.remove());

// A supervisor knows the process id of npm, not that of the service.
it.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start, stopped by %s, stops the service and its database',
  async (signal) => {
    directory = newDataDirectory();
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...process.env, ...directory.env, PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(npm, 'close');
    const printed: string[] = [];
    for await (const line of createInterface(npm.stdout)) {
      printed.push(line);
      if (!line.includes('Another demo account and key')) continue;
      expect(directory.postgresProcesses()).not.toEqual([]);
      npm.kill(signal);
    }
    await ended;
    expect(printed.join('\n')).toContain('"msg":"stopped"');
    expect(directory.postgresProcesses()).toEqual([]);
  },
);
