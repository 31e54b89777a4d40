import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { type DataDirectory, newDataDirectory } from '../support/dataDirectory.ts';

let directory: DataDirectory;
const removed: string[] = [];
afterEach(async () => {
  await directory.remove();
  for (const each of removed.splice(0)) rmSync(each, { recursive: true, force: true });
});

const ROOT = join(import.meta.dirname, '../..');

/** Starts by npm, stops when it has greeted, and answers with everything printed. */
async function startAndStop(cwd: string, signal: 'SIGTERM' | 'SIGINT'): Promise<string> {
  directory = newDataDirectory();
  const npm = spawn('npm', ['start'], {
    cwd,
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
  return printed.join('\n');
}

// A supervisor knows the process id of npm, not that of the service.
it.each(['SIGTERM', 'SIGINT'] as const)(
  'npm start, stopped by %s, stops the service and its database',
  async (signal) => {
    expect(await startAndStop(ROOT, signal)).toContain('"msg":"stopped"');
    expect(directory.postgresProcesses()).toEqual([]);
  },
);

it('a built package without sources works with npm ci --omit=dev && npm start', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'trips-package-'));
  removed.push(copy);
  chmodSync(copy, 0o755); // as root the database runs under another user, which must be able to enter
  for (const part of ['package.json', 'package-lock.json', 'scripts/build.mjs', 'dist'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const installed = spawnSync('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit'], { cwd: copy });
  expect([installed.status, existsSync(join(copy, 'node_modules/typescript'))]).toEqual([0, false]);
  expect(await startAndStop(copy, 'SIGTERM')).toContain('"msg":"stopped"');
});
