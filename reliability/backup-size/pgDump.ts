import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binariesIn } from '../../src/database/embedded/otherMajor.ts';
import { startPostgresServer } from '../support/postgresServer.ts';
import { runTrips } from '../support/process.ts';
import { fill, namesOfTables, query } from './fill.ts';

const DEBIAN_HOME = '/usr/lib/postgresql';
const ROUNDS = 3;
const MOST = 2;
// In a shorter time, the start of Node counts for more than the rows.
const LEAST_SECONDS = 2;

/** The directory of the newest installed PostgreSQL that has both its server and pg_dump. */
const installed = (): string | undefined =>
  (existsSync(DEBIAN_HOME) ? readdirSync(DEBIAN_HOME) : [])
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(DEBIAN_HOME, version))
    .find((home) => ['postgres', 'pg_dump'].every((program) => existsSync(join(home, 'bin', program))));

/**
 * Backups against pg_dump, of the same rows on the same server: that of pg_dump's own version, since it refuses a newer one.
 * Both write to a file, sync it and compress by gzip at its default level. Returns whether the backup was fast enough.
 */
export async function compareWithPgDump(trips: number, directory: string): Promise<boolean> {
  const home = installed();
  if (home === undefined) {
    console.log('pg_dump is not installed (Debian: apt-get install postgresql): not compared');
    return true;
  }
  const binaries = binariesIn(home);
  const server = startPostgresServer(binaries);
  try {
    const env = { DATABASE_URL: server.url };
    await runTrips(['migrate'], { env });
    await fill(server.target, trips);
    await query(server.target, 'VACUUM ANALYZE'); // so that nobody is the first to read a row
    const file = join(directory, 'compared');
    const left = (await namesOfTables(server.target, 'not in backups')).map((name) => `--exclude-table-data=${name}`);
    const dump = (...words: string[]) =>
      run(join(home, 'bin/pg_dump'), ['-h', server.directory, '-U', 'postgres', '-f', file, ...left, ...words]);
    const programs = {
      backup: () => runTrips(['backup', file], { env }),
      'pg_dump -Fc': () => dump('-Fc'),
      'pg_dump -Fp, not compressed': () => dump('-Fp'),
    };
    const seconds = await inRounds(programs, () => rmSync(file, { force: true }));
    for (const [name, each] of Object.entries(seconds))
      console.log(`${name.padEnd(32)} ${each.toFixed(1).padStart(6)} s`);
    const ratio = seconds.backup / seconds['pg_dump -Fc'];
    console.log(
      `backup : pg_dump -Fc = ${ratio.toFixed(2)}, at most ${MOST} (medians of ${ROUNDS} rounds, PostgreSQL ${binaries.major})`,
    );
    return ratio <= MOST || seconds['pg_dump -Fc'] < LEAST_SECONDS;
  } finally {
    server.remove();
  }
}

type Outcome = { code: number | null; stderr: string };

/** The median of each program's seconds; they take turns, so that a slow minute of the machine affects all of them. */
async function inRounds<Name extends string>(
  programs: Record<Name, () => Promise<Outcome>>,
  cleanUp: () => void,
): Promise<Record<Name, number>> {
  const names = Object.keys(programs) as Name[];
  const seconds = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of names) {
      const startedAt = performance.now();
      const { code, stderr } = await programs[name]();
      seconds.get(name)?.push((performance.now() - startedAt) / 1000);
      if (code !== 0) throw new Error(`${name} failed: ${stderr}`);
      cleanUp();
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(seconds.get(name) ?? [])])) as Record<Name, number>;
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function run(program: string, words: string[]): Promise<Outcome> {
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}
