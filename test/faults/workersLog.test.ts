import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { accountsForFile } from '../support/accounts.ts';
import { linesOf } from '../support/workerPool.ts';

const accounts = await accountsForFile();

const REQUESTS = 200;
/** So few at a time that hardly any is refused for being too many: refusals are not logged one by one. */
const CONNECTIONS = 4;
const ENOUGH = 2_000;

/** Sends many requests in one go, so that a worker has many lines to write at a time. Answers with how many were not refused. */
async function sendTogether(url: string): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  const request = `GET /nowhere HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${'r'.repeat(128)}\r\n`;
  let answers = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    answers += chunk;
  });
  socket.write(`${`${request}\r\n`.repeat(REQUESTS - 1)}${request}Connection: close\r\n\r\n`);
  await once(socket, 'close');
  return answers.split('HTTP/1.1 404 ').length - 1;
}

it('several processes write every line of the log whole to the one pipe that they share', {
  timeout: 180_000,
}, async () => {
  // A shell's pipe: what Node gives a child as its output is a socket, which keeps longer writes whole.
  const shell = spawn(
    'sh',
    ['-c', '"$0" "$1" | (trap "" TERM; exec cat)', process.execPath, join(ROOT, 'dist/start/main.js')],
    {
      env: { PATH: process.env.PATH, PORT: '0', WORKERS: '2', DATABASE_URL: accounts.url, ...HIGH_RATE_LIMITS },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    },
  );
  let output = '';
  let served = 0;
  shell.stdout.on('data', (chunk) => {
    output += chunk;
  });
  try {
    const url = () => /is listening on (http:\S+)/.exec(output)?.[1];
    await expect.poll(url, { timeout: 60_000 }).toBeDefined();
    while (served < ENOUGH)
      for (const count of await Promise.all(Array.from({ length: CONNECTIONS }, () => sendTogether(url() ?? ''))))
        served += count;
  } finally {
    process.kill(-(shell.pid ?? Number.NaN), 'SIGTERM');
    await once(shell, 'close');
  }
  const requests = linesOf(output).filter(({ msg }) => msg === 'request');
  expect(requests).toHaveLength(served);
  expect(output.split('\n').filter((line) => line.includes('"requestId"') && !line.startsWith('{'))).toEqual([]);
});
