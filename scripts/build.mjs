// Compiles src/ to dist/ when dist/ is missing or older than its sources; otherwise prints nothing.
// The result is built in another directory and renamed, so a process that starts meanwhile never loads a half-written file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
  console.error('  compiling the sources');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  runOrExit([compiler, '-p', root, '--outDir', target], target);
  console.error('  copying assets, guides and migrations');
  for (const data of ['database/migrations', 'web/assets', 'web/icons', 'docs/guides', 'places/gazetteer/tables'])
    cpSync(join(root, 'src', data), join(target, data), { recursive: true });
  makeGazetteer(target);
  writeFileSync(join(target, '.built'), '');
}

function runOrExit(command, target) {
  const result = spawnSync(process.execPath, command, { stdio: ['ignore', process.stderr, process.stderr] });
  if (result.status === 0) return;
  rmSync(target, { recursive: true, force: true });
  process.exit(result.status ?? 1);
}

/** The gazetteer takes seconds to build and seldom changes: it is copied while its inputs are the same. */
function makeGazetteer(target) {
  const index = 'places/gazetteer.json';
  const record = 'places/gazetteer.inputs';
  const inputsNow = gazetteerInputs();
  const isCurrent = existsSync(join(dist, index)) && existsSync(join(dist, record));
  if (isCurrent && readFileSync(join(dist, record), 'utf8') === inputsNow)
    cpSync(join(dist, index), join(target, index));
  else {
    console.error('  indexing places for quotes');
    runOrExit([join(target, 'places/gazetteer/build.js'), target], target);
  }
  writeFileSync(join(target, record), inputsNow);
}

/** By content, not by time: a checkout changes the time of every file. */
function gazetteerInputs() {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const sources = join(root, 'src/places/gazetteer');
  for (const name of readdirSync(sources, { recursive: true }).sort()) {
    if (name.includes('.')) hash.update(name).update(readFileSync(join(sources, name)));
  }
  return hash.digest('hex');
}

function swapIn(target) {
  const retired = `${target}.old`;
  if (existsSync(dist)) renameSync(dist, retired);
  renameSync(target, dist);
  rmSync(retired, { recursive: true, force: true });
}

// A package without sources has nothing to build.
const isBuiltPackage = existsSync(marker) && !existsSync(join(root, 'src'));

if (!isBuiltPackage && !isFresh()) {
  if (!existsSync(join(root, 'node_modules', 'typescript'))) {
    if (existsSync(marker)) process.exit(0); // a deployment without development packages uses its existing build
    console.error(
      'build: the compiler is not installed; run `npm ci` first, and leave out development packages only once it is built',
    );
    process.exit(1);
  }
  console.error('building: the first time, or because sources changed …');
  const target = join(root, `dist.${process.pid}`);
  compileInto(target);
  // If another process has built the same sources meanwhile, its result is used.
  if (isFresh()) rmSync(target, { recursive: true, force: true });
  else swapIn(target);
}
