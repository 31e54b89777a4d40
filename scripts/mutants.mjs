// Breaks the sources on purpose, one small change (a mutant) at a time, and reports those that no test notices:
// `npm run mutants -- money keys`. With `--since REF` it takes the lines that were changed since the branch left REF, for
// at most `--minutes N`. With `--every N` it takes every Nth mutant, which gives an estimate. With `--again` it tests
// nothing and prints what was measured last, all areas together. Exits with 1 when the tests notice too few mutants of an area.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AREAS, EQUIVALENT } from './mutantAreas.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const reports = join(root, 'mutants');
const DETECTED = ['Killed', 'Timeout'];
const UNDETECTED = ['Survived', 'NoCoverage'];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    since: { type: 'string' },
    minutes: { type: 'string' },
    every: { type: 'string', default: '1' },
    again: { type: 'boolean' },
  },
});
const unknown = positionals.filter((name) => !(name in AREAS));
if (unknown.length > 0) fail(`there is no area ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`);
const deadline = Date.now() + Number(options.minutes ?? 24 * 60) * 60_000;
const chosen = positionals.length > 0 ? positionals : Object.keys(AREAS);
const changed = options.since === undefined ? undefined : changedSince(options.since);
const results = chosen
  .map((name) => (options.again ? lastResultOf(name, AREAS[name]) : test(name, AREAS[name])))
  .filter((result) => result !== undefined);
console.log(results.length > 0 ? tableOf(results) : 'no file of an area has changed');
process.exit(results.some(({ isGood }) => !isGood) ? 1 : 0);

function fail(message) {
  console.error(`mutants: ${message}`);
  process.exit(2);
}

/** Ranges of lines by file, as Stryker takes them; undefined if REF or a common commit does not exist. */
function changedSince(ref) {
  const git = (...words) => spawnSync('git', words, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const base = git('merge-base', ref, 'HEAD');
  if (base === '') return new Map();
  const ranges = new Map();
  let file = '';
  for (const line of git('diff', '--unified=0', '--diff-filter=d', base, '--', 'src').split('\n')) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
    const [, start, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === '0') continue;
    ranges.set(file, [...(ranges.get(file) ?? []), `${file}:${start}-${Number(start) + Number(count) - 1}`]);
  }
  return ranges;
}

function isWithin(file, paths) {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** The sources that an area names by themselves or by their folder. */
function sourcesOf(paths) {
  const excluded = paths.filter((path) => path.startsWith('!')).map((path) => path.slice(1));
  const included = paths.filter((path) => !path.startsWith('!'));
  return included
    .flatMap((path) =>
      isSource(path) ? [path] : readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${name}`),
    )
    .filter((path) => isSource(path) && !isWithin(path, excluded));
}

function isSource(path) {
  return /(?<!\.d)\.tsx?$/.test(path);
}

/** What Stryker takes: files, or ranges of their lines. */
function targetsOf(files) {
  if (changed === undefined) return files;
  return [...changed].filter(([file]) => isWithin(file, files)).flatMap(([, ranges]) => ranges);
}

function reportOf(name) {
  return join(reports, `${name}.json`);
}

/** Undefined if there was nothing to test. */
function test(name, { files, tests, least }) {
  const sources = sourcesOf(files);
  const mutate = targetsOf(sources);
  if (mutate.length === 0) return undefined;
  mkdirSync(reports, { recursive: true });
  const [config, report] = [join(reports, `${name}.config.json`), reportOf(name)];
  rmSync(report, { force: true });
  writeFileSync(config, JSON.stringify(strykerOptions(mutate, tests, report)));
  const began = Date.now();
  const temporary = mkdtempSync(join(tmpdir(), 'mutants-'));
  chmodSync(temporary, 0o755); // below a private directory, root would keep database files elsewhere
  spawnSync(process.execPath, [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      TMPDIR: temporary,
      MUTANTS_TESTS: tests.join(' '),
      MUTANTS_FILES: sources.join(' '),
      MUTANTS_EVERY: options.every,
    },
    timeout: Math.max(1, deadline - began),
    killSignal: 'SIGINT',
  });
  stopServersIn(temporary);
  rmSync(temporary, { recursive: true, force: true });
  const minutes = (Date.now() - began) / 60_000;
  return lastResultOf(name, { least }, minutes) ?? { name, least, minutes, isGood: Date.now() >= deadline };
}

/** Stryker ends a process that takes too long, and the process's PostgreSQL stays behind. */
function stopServersIn(directory) {
  for (const name of readdirSync(directory)) {
    const file = join(directory, name, 'postgres/cluster/postmaster.pid');
    if (!existsSync(file)) continue;
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {} // it has ended by itself
  }
}

/** Undefined if there is no report. */
function lastResultOf(name, { least }, minutes = 0) {
  const report = reportOf(name);
  if (!existsSync(report)) return undefined;
  return { name, least, minutes, ...scoreOf(JSON.parse(readFileSync(report, 'utf8')), least) };
}

function strykerOptions(mutate, tests, fileName) {
  return {
    mutate,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', join(root, 'scripts/mutantSample.mjs')],
    checkers: options.every === '1' ? [] : ['sample'],
    vitest: { configFile: 'vitest.mutants.config.ts', related: false },
    tsconfigFile: 'none', // to rewrite it, Stryker needs an interface that TypeScript 7 does not have
    reporters: ['json', 'clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: false },
    jsonReporter: { fileName },
    ignorePatterns: ['/mutants', '/screenshots', '/data', '/.ci', '/bench', '/accuracy', '/reliability/dist'],
    concurrency: 2,
    // A test that waits in vain fails by itself; a new process first starts PostgreSQL and loads all sources.
    timeoutMS: tests.every((name) => name.startsWith('rules/')) ? 10_000 : 60_000,
    cleanTempDir: 'always',
    disableTypeChecks: false, // nothing here compiles types
    allowEmpty: true,
  };
}

function scoreOf({ files }, least) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map((mutant) => ({ ...mutant, file, line: lines[mutant.location.start.line - 1].trim() }));
  });
  const detected = mutants.filter(({ status }) => DETECTED.includes(status));
  const undetected = mutants.filter(({ status }) => UNDETECTED.includes(status));
  const equivalent = undetected.filter(isEquivalent);
  const survivors = undetected.filter((mutant) => !isEquivalent(mutant));
  const total = detected.length + survivors.length;
  const score = total === 0 ? 100 : (100 * detected.length) / total;
  return { total, detected: detected.length, equivalent: equivalent.length, score, isGood: score >= least };
}

function isEquivalent({ file, line, replacement }) {
  return EQUIVALENT.some(
    (known) => known.file === file && line.includes(known.line) && known.replacements.includes(replacement),
  );
}

function tableOf(results) {
  const rows = results.map(({ name, total, detected, equivalent, score, least, minutes }) =>
    total === undefined
      ? `| ${name} | not measured: no result after ${minutes.toFixed(1)} minutes | | | | |`
      : `| ${name} | ${detected} of ${total} | ${score.toFixed(1)} % | ${least} % | ${equivalent} | ${minutes.toFixed(1)} |`,
  );
  const sum = (member) => results.reduce((all, result) => all + (result[member] ?? 0), 0);
  const score = (100 * sum('detected')) / Math.max(1, sum('total'));
  return [
    '| area | noticed | score | least | equivalent | minutes |',
    '|---|---|---|---|---|---|',
    ...rows,
    `| all of these | ${sum('detected')} of ${sum('total')} | ${score.toFixed(1)} % | | ${sum('equivalent')} | ${sum('minutes').toFixed(1)} |`,
  ].join('\n');
}
