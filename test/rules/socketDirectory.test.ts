import { lstatSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { prepareHome } from '../../src/database/embedded/home.ts';

let made: string[] = [];
afterEach(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true });
  made = [];
});

/** So long that its sockets have to be elsewhere. */
function longDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trips-sockets-'));
  made.push(directory);
  const dataDir = join(directory, 'deep/'.repeat(30), 'data');
  mkdirSync(dataDir, { recursive: true });
  return dataDir;
}

describe('the directory of a socket in /tmp', () => {
  it('is made for its owner alone, and found again', () => {
    const dataDir = longDataDir();
    const { sockets } = prepareHome(dataDir, undefined);
    made.push(sockets);
    expect(lstatSync(sockets).mode & 0o777).toBe(0o700);
    expect(prepareHome(dataDir, undefined).sockets).toBe(sockets);
  });

  it('is not used if somebody put a link in its place', () => {
    const dataDir = longDataDir();
    const { sockets } = prepareHome(dataDir, undefined);
    rmSync(sockets, { recursive: true });
    symlinkSync(tmpdir(), sockets);
    made.push(sockets);
    expect(() => prepareHome(dataDir, undefined)).toThrow('is not ours: choose a shorter DATA_DIR');
  });
});
