import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type pg from 'pg';
import { OperatorFault } from '../../fault.ts';
import { readCatalogue } from '../backup/catalogue.ts';
import { copyDatabase } from '../backup/copyDatabase.ts';
import { step, type Watch } from '../backup/session.ts';
import { connectTo } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { postgresAccount, type SystemAccount } from './account.ts';
import { locateBinaries, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, expectOlder, keptCluster, majorOf } from './cluster.ts';
import { clusterPath, type EmbeddedHome, prepareHome } from './home.ts';
import { binariesIn, fetchBinaries } from './otherMajor.ts';
import { lockFileOf, runningPostmaster, stopPostmaster } from './postmaster.ts';
import { expectDatabase, type SoleUse, takeServer } from './server.ts';

interface UpgradeOptions {
  dataDir: string;
  /** A directory with `bin/postgres` of the old version; without one, the binaries come from the npm registry. */
  oldBinaries: string | undefined;
  /** For npm. */
  env: NodeJS.ProcessEnv;
  watch: Watch;
}

interface Upgraded {
  outcome: 'upgraded' | 'nothing to upgrade';
  from: string;
  to: string;
  /** How many rows were copied, and found to be the same. */
  rows: number;
  /** Where the old database is now; null if there was nothing to upgrade. */
  kept: string | null;
}

interface Upgrade {
  dataDir: string;
  home: EmbeddedHome;
  account: SystemAccount;
  binaries: PostgresBinaries;
  watch: Watch;
}

/**
 * Brings the database of `dataDir` to this release's version of PostgreSQL. All rows are copied to a new cluster and compared; then the
 * clusters change places, and the old one is kept. Until then the old one is only read, so whatever fails changes nothing.
 */
export async function upgradeCluster({ dataDir, oldBinaries, env, watch }: UpgradeOptions): Promise<Upgraded> {
  expectDatabase(dataDir);
  const account = postgresAccount(clusterPath(dataDir));
  const binaries = locateBinaries(account);
  const home = prepareHome(dataDir, account);
  const [from, to] = [majorOf(home.cluster), binaries.major];
  if (from === to) return { outcome: 'nothing to upgrade', from, to, rows: 0, kept: null };
  expectOlder(home.cluster, binaries);
  const kept = keptCluster(home.cluster, from);
  if (existsSync(kept)) throw new OperatorFault(`${kept} is there from an earlier upgrade: move or delete it first`);

  const fetched = join(dirname(home.cluster), `postgresql-${from}`);
  try {
    const old =
      oldBinaries === undefined ? await fetchOld(from, fetched, account, env, watch) : givenOld(from, oldBinaries);
    const rows = await exchange({ dataDir, home, account, binaries, watch }, old, kept);
    return { outcome: 'upgraded', from, to, rows, kept };
  } catch (error) {
    if (error instanceof OperatorFault) throw error;
    throw new OperatorFault(
      `the upgrade failed: ${(error as Error).message}; the database is PostgreSQL ${majorOf(home.cluster)} as before`,
    );
  } finally {
    rmSync(fetched, { recursive: true, force: true });
  }
}

async function fetchOld(
  major: string,
  directory: string,
  account: SystemAccount,
  env: NodeJS.ProcessEnv,
  watch: Watch,
): Promise<PostgresBinaries> {
  try {
    return await fetchBinaries(major, directory, account, { env, signal: watch.signal });
  } catch (error) {
    throw new OperatorFault(
      `PostgreSQL ${major} cannot be installed (${(error as Error).message}): pass --binaries DIR, where DIR/bin/postgres is PostgreSQL ${major}`,
    );
  }
}

function givenOld(major: string, directory: string): PostgresBinaries {
  const given = binariesIn(directory);
  if (given.major !== major)
    throw new OperatorFault(`the database needs PostgreSQL ${major}, but ${directory} has ${given.major}`);
  return given;
}

async function exchange(upgrade: Upgrade, oldBinaries: PostgresBinaries, kept: string): Promise<number> {
  const { home } = upgrade;
  const old = await takeServer({ ...upgrade, binaries: oldBinaries, kind: 'service' });
  // The roles have the same passwords in both, but the new one asks for them only once it has them.
  const draft = {
    ...home,
    cluster: `${home.cluster}.upgrade`,
    authentication: `${home.authentication}.upgrade`,
    sockets: join(home.sockets, 'upgrade'),
  };
  try {
    const rows = await fillDraft(upgrade, draft, old).finally(() => old.stop());
    if (runningPostmaster(draft) !== undefined) throw new Error('the new database does not stop');
    changePlaces(home.cluster, draft.cluster, kept);
    return rows;
  } finally {
    remove(draft);
  }
}

const remove = ({ cluster, authentication, sockets }: EmbeddedHome) => {
  for (const path of [cluster, authentication, sockets]) rmSync(path, { recursive: true, force: true });
};

async function fillDraft(upgrade: Upgrade, draft: EmbeddedHome, old: SoleUse): Promise<number> {
  const { binaries, account, watch } = upgrade;
  await prepareDraft(draft, account);
  step(watch, 'creating the new database');
  await ensureCluster(draft.cluster, binaries, account);
  const server = await takeServer({ ...upgrade, home: draft, kind: 'operator' });
  const from = await connectTo(old.target, {});
  try {
    await expectNothingElse(from);
    const { migrations } = await readCatalogue(from);
    await migrate(server.target, { only: migrations });
    const to = await connectTo(server.target, {});
    return await copyDatabase(from, to, watch).finally(() => to.end());
  } finally {
    await from.end();
    await server.stop();
  }
}

/** An upgrade that was killed has left its draft, and a server that still runs on it. */
async function prepareDraft(draft: EmbeddedHome, account: SystemAccount): Promise<void> {
  const leftOver = runningPostmaster(draft);
  if (leftOver !== undefined) await stopPostmaster(draft, leftOver);
  remove(draft);
  mkdirSync(draft.sockets, { mode: 0o700 });
  if (account) chownSync(draft.sockets, account.uid, account.gid);
}

const ELSEWHERE = `
  SELECT format('the database %I', datname) AS what FROM pg_database WHERE datname NOT IN ('postgres', 'template0', 'template1')
  UNION ALL
  SELECT format('the table %I.%I', schemaname, tablename) FROM pg_tables
   WHERE schemaname NOT IN ('public', 'pg_catalog', 'information_schema')`;

/** Somebody may have used this server for data of their own, which is not copied. */
async function expectNothingElse(session: pg.Client): Promise<void> {
  const { rows } = await session.query<{ what: string }>(ELSEWHERE);
  if (rows[0])
    throw new OperatorFault(`${rows[0].what} is not of this service and would not be copied: move it elsewhere first`);
}

/** Only with the old server stopped: a running one would write its state to the new files. */
function changePlaces(cluster: string, draft: string, kept: string): void {
  lockFiles(cluster);
  try {
    renameSync(cluster, kept);
    renameSync(draft, cluster);
  } catch (error) {
    if (!existsSync(cluster)) renameSync(kept, cluster);
    throw error;
  } finally {
    for (const path of [cluster, kept]) rmSync(lockFileOf(path), { force: true });
  }
  const directory = openSync(dirname(cluster), 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** As PostgreSQL does it: a cluster belongs to the process that creates this file. So nobody starts the old server again and books there. */
function lockFiles(cluster: string): void {
  try {
    writeFileSync(lockFileOf(cluster), `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new OperatorFault('another process started the old database meanwhile: nothing was changed');
  }
}
