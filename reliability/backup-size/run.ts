import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type EmbeddedServer, openEmbeddedServer } from '../../src/database/embedded/server.ts';
import { readNumbers } from '../support/commandLine.ts';
import { makeDirectory } from '../support/directories.ts';
import { launch, runTrips } from '../support/process.ts';
import { fill, fingerprints } from './fill.ts';
import { compareWithPgDump } from './pgDump.ts';

/**
 * How long a backup and a restore of many trips take, and how much memory: the one must grow with the trips, the other must not.
 * Restores into a fresh database and over a full one, and compares every row. Then compares a backup with pg_dump.
 */
const { trips } = readNumbers('backup-size', {
  trips: { help: 'trips in the database, each with rider, history and key record', fallback: 200_000, least: 1 },
});

const directory = makeDirectory('trips-backup-size-');
const opened: EmbeddedServer[] = [];
const file = join(directory.path, 'backup.trips');

async function openCluster(name: string) {
  const dataDir = join(directory.path, name);
  const quiet = { info() {}, warn() {} };
  const server = await openEmbeddedServer({ dataDir, kind: 'operator', log: quiet });
  opened.push(server);
  const env = { DATA_DIR: dataDir };
  await runTrips(['migrate'], { env });
  return { ...server, env };
}

/** Runs the operator's command and prints what it took. */
async function measure(what: string, env: Record<string, string>, ...args: string[]): Promise<void> {
  const startedAt = performance.now();
  const { child, printed, ended } = launch({ env, script: 'operator/main.js', args: [...args, '--json'] });
  let peakKib = 0;
  const timer = setInterval(() => {
    peakKib = Math.max(peakKib, peakMemoryKib(child.pid));
  }, 20);
  const code = await ended;
  clearInterval(timer);
  if (code !== 0) throw new Error(`${what} failed: ${printed.stderr}`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${what.padEnd(32)} ${seconds.padStart(6)} s   ${(peakKib / 1024).toFixed(0).padStart(4)} MiB at most`);
}

/** The peak resident size, on Linux; 0 elsewhere. */
function peakMemoryKib(pid = 0): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

try {
  const [full, fresh] = [await openCluster('full'), await openCluster('fresh')];
  await fill(full.connection, trips);
  const before = await fingerprints(full.connection);
  await measure('backup', full.env, 'backup', file);
  await measure('restore into a fresh database', fresh.env, 'restore', file);
  await measure('restore over a full one', full.env, 'restore', file);
  const isSame = [await fingerprints(full.connection), await fingerprints(fresh.connection)].every((after) =>
    isDeepStrictEqual(after, before),
  );
  console.log(
    `${trips} trips, ${(statSync(file).size / 1024 / 1024).toFixed(1)} MiB of backup; ${isSame ? 'every row is the same' : 'ROWS DIFFER'}`,
  );
  for (const server of opened.splice(0)) await server.close(); // pg_dump has the machine to itself
  const isFast = await compareWithPgDump(trips, directory.path);
  if (!isSame || !isFast) process.exitCode = 1;
} finally {
  for (const server of opened) await server.close();
  directory.remove();
}
