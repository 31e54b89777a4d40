import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

const LOG = pathToFileURL(join(ROOT, 'dist/start/log.js'));

/** The messages that a process leaves behind which logs while a page of its log is being written, and then ends. */
function messagesBefore(end: string): string[] {
  const program = `
    import { createLogger, flushed } from '${LOG}';
    const log = createLogger('info');
    log.info('a page '.repeat(1_500));
    for (const line of ['first', 'second', 'last']) log.info(line);
    ${end}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  const messages = stdout.split('\n').filter(Boolean);
  return messages.map((line) => JSON.parse(line).msg.trim().split(' ')[0]).sort();
}

describe('every line of the log is written', () => {
  it.each([
    ['by the time that it is flushed', `await flushed(log); process.kill(process.pid, 'SIGKILL');`],
    ['soon, by a process that goes on', `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);`],
    ['by a process that exits', 'process.exit(0);'],
    ['by a process that a fault ends', `throw new Error('a fault');`],
    ['by a process that has nothing more to do', ''],
  ])('%s', (_, end) => {
    expect(messagesBefore(end)).toEqual(['a', 'first', 'last', 'second']);
  });
});

it('of a worker is written by the time that the log is flushed, even if the reader is slow', async () => {
  const program = `
    import { createLogger, flushed, wholeLines } from '${LOG}';
    const log = createLogger('info', wholeLines());
    for (let line = 0; line < 200; line += 1) log.info('a line '.repeat(500));
    await flushed(log);
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  await setTimeout(300); // by now the pipe is full
  expect((await text(child.stdout)).split('\n').filter(Boolean)).toHaveLength(200);
});

it('is patient with a reader that is slow: nothing is lost, and nothing piles up', async () => {
  const program = `
    import { createLogger } from '${LOG}';
    const log = createLogger('info');
    for (let page = 0; page < 40; page += 1) log.info('a page '.repeat(1_500));
    let lines = 0;
    const timer = setInterval(() => { log.info('line'); if (++lines === 200) clearInterval(timer); }, 5);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  const complaints = text(child.stderr);
  await setTimeout(800); // by now the pipe is full, and has been for many flushes
  const lines = (await text(child.stdout)).split('\n').filter(Boolean);
  expect(await complaints).toBe('');
  expect(lines.filter((line) => JSON.parse(line).msg === 'line')).toHaveLength(200);
});
