import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

const run = promisify(execFile);
const CLIENT = join(ROOT, 'clients/typescript');
const compile = (directory: string, ...args: string[]) =>
  run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { cwd: directory });

/** Installs the TypeScript client in a directory, as `npm install` would, unless it is there. */
export async function installClient(directory: string): Promise<void> {
  const modules = join(directory, 'node_modules');
  const home = join(modules, '@trip-booking/client');
  if (existsSync(home)) return;
  mkdirSync(home, { recursive: true });
  await run(process.execPath, [join(CLIENT, 'scripts/generate.mjs')]);
  await compile(directory, '-p', CLIENT, '--outDir', join(home, 'dist'));
  copyFileSync(join(CLIENT, 'package.json'), join(home, 'package.json'));
  for (const name of ['standardwebhooks', '@types']) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
}

async function commandFor(directory: string, file: string): Promise<[string, string[]]> {
  if (file.endsWith('.py')) return ['python3', ['-I', file]];
  await installClient(directory);
  const check = ['--noEmit', '--allowJs', '--checkJs', '--strict', '--types', 'node'];
  await compile(directory, ...check, '--module', 'nodenext', '--target', 'es2023', file);
  return [process.execPath, [file]];
}

export interface ReceiverProcess {
  /** What it has printed since the last call, once it is as many lines. */
  printed(lines: number): Promise<string>;
  stop(): Promise<void>;
}

/** The port of the receivers in the guide. */
export const RECEIVER_PORT = '4000';

/** Saves a receiver that a guide shows in the directory, and runs it on another port until it is stopped. */
export async function startGuideReceiver(
  directory: string,
  { file, text, port }: { file: string; text: string; port: number },
  env: Record<string, string>,
): Promise<ReceiverProcess> {
  writeFileSync(join(directory, file), text.replaceAll(RECEIVER_PORT, String(port)));
  const [command, args] = await commandFor(directory, file);
  const child = spawn(command, args, { cwd: directory, env: { PATH: process.env.PATH, ...env } });
  const ended = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  await expect.poll(() => isListening(port)).toBe(true);
  return {
    async printed(lines) {
      await expect.poll(() => output.split('\n').length - 1).toBeGreaterThanOrEqual(lines);
      const text = output;
      output = '';
      return text;
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
