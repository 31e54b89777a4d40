// Compiles src/ to dist/ when dist/ is missing or older than its sources; says nothing when there is nothing to do.
// The compiler writes beside dist/ and the result is swapped in whole, so a process that starts meanwhile
// never loads a half-written file.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const marker = join(dist, '.built');
const inputs = ['src', 'tsconfig.json', 'package-lock.json', 'scripts/build.mjs'].map((name) => join(root, name));

function newestChange(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

const isFresh = () => existsSync(marker) && statSync(marker).mtimeMs >= Math.max(...inputs.map(newestChange));

function compileInto(target) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const result = spawnSync(process.execPath, [compiler, '-p', root, '--outDir', target], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  if (result.status !== 0) {
    rmSync(target, { recursive: true, force: true });
    process.exit(result.status ?? 1);
  }
  cpSync(join(root, 'src/database/migrations'), join(target, 'database/migrations'), { recursive: true });
  writeFileSync(join(target, '.built'), '');
}

function swapIn(target) {
  const retired = `${target}.old`;
  if (existsSync(dist)) renameSync(dist, retired);
  renameSync(target, dist);
  rmSync(retired, { recursive: true, force: true });
}

if (!isFresh()) {
  if (!existsSync(join(root, 'node_modules', 'typescript'))) {
    if (existsSync(marker)) process.exit(0); // a deployment without development packages runs what was built for it
    console.error('build: the compiler is not installed; run `npm ci` first');
    process.exit(1);
  }
  const target = join(root, `dist.${process.pid}`);
  compileInto(target);
  // Another start may have built the same sources while this one compiled: then its result stands.
  if (isFresh()) rmSync(target, { recursive: true, force: true });
  else swapIn(target);
}
