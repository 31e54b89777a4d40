import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEBIAN_HOME = '/usr/lib/postgresql';

export const HOW_TO_GET_PGBENCH = 'pgbench is not installed (Debian: apt-get install postgresql-15)';

export function findPgbench(): string | undefined {
  const versions = existsSync(DEBIAN_HOME) ? readdirSync(DEBIAN_HOME) : [];
  const candidates = ['pgbench', ...versions.map((version) => join(DEBIAN_HOME, version, 'bin', 'pgbench'))];
  return candidates.find((path) => spawnSync(path, ['--version']).status === 0);
}

interface PgbenchOrder {
  program: string;
  sockets: string;
  user: string;
  password: string;
  statement: string;
  clients: number;
  /** For this long, or this many times per client. */
  until: { seconds: number } | { times: number };
  /** Keeps the serials of different runs apart. */
  run: number;
  /** Where each client starts counting. */
  from: number;
}

/** Each client counts up from `from`. Serials have fourteen digits and grow over time, since all clients advance together. */
const NUMBERS_SCRIPT = `\\set n :n + 1
\\set account 100000 + :client_id
\\set serial (:run * 100000000 + :n) * 1000 + :client_id
\\set key random(1000000000000000, 9999999999999999)
\\set minutes random(60, 86400)
`;

export interface PgbenchResult {
  perSecond: number;
  transactions: number;
}

export async function runPgbench(order: PgbenchOrder): Promise<PgbenchResult> {
  const directory = mkdtempSync(join(tmpdir(), 'trips-pgbench-'));
  const script = join(directory, 'script.sql');
  writeFileSync(script, `${NUMBERS_SCRIPT}${order.statement};\n`);
  const until = 'seconds' in order.until ? ['-T', String(order.until.seconds)] : ['-t', String(order.until.times)];
  const words = ['-n', '-M', 'prepared', '-c', String(order.clients), '-j', '2', '-f', script, ...until];
  const numbers = ['-D', `run=${order.run}`, '-D', `n=${order.from}`, '--random-seed', String(order.run)];
  try {
    const printed = await run(
      order.program,
      [...words, ...numbers, '-h', order.sockets, '-U', order.user, 'postgres'],
      { PGPASSWORD: order.password },
    );
    const perSecond = Number(/tps = ([\d.]+) \(without/.exec(printed)?.[1]);
    const transactions = Number(/actually processed: (\d+)/.exec(printed)?.[1]);
    const failed = Number(/failed transactions: (\d+)/.exec(printed)?.[1] ?? 0);
    if (!(perSecond > 0) || failed > 0) throw new Error(`pgbench reported:\n${printed}`);
    return { perSecond, transactions };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function run(program: string, words: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(printed) : reject(new Error(`pgbench failed:\n${printed}`))));
  });
}
