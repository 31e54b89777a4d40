import type { ChildProcess } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { OperatorFault } from '../../fault.ts';
import { postgresAccount, type SystemAccount } from './account.ts';
import { locateBinaries, type PostgresBinaries } from './binaries.ts';
import { ensureCluster, hasCluster, refuseInterruptedUpgrade, SUPERUSER } from './cluster.ts';
import { clusterPath, type EmbeddedHome, inDataDir, prepareHome } from './home.ts';
import { type Complaint, type DatabaseUser, type Lease, takeLease } from './lease.ts';
import { crashes, lastComplaint, logLength, runningPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { ensureRoles, preparePasswords, SERVING_ROLE } from './roles.ts';

interface EmbeddedConnection {
  host: string;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedServer {
  /** As the role that owns the tables. */
  connection: EmbeddedConnection & { options: string };
  /** As the role that reads and writes rows, and can do nothing else. */
  serving: EmbeddedConnection;
  /** Whether there was no database in the directory before. */
  isNew: boolean;
  /** Ends the use of the server; the last user stops it. */
  close(): Promise<void>;
}

interface EmbeddedOptions {
  dataDir: string;
  kind: DatabaseUser;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Ends the wait for the server. */
  signal?: AbortSignal | undefined;
}

// Long enough for crash recovery of a busy database.
const START_DEADLINE_MS = 120_000;
const SAY_WAITING_AFTER_MS = 5_000;
// A server that refuses every session for seconds, or crashes again after its recovery, does so for good.
const MAX_REFUSALS = 50;
const MAX_CRASHES = 3;
const LOOK_FOR_CRASHES_EVERY_MS = 1_000;

/**
 * The message of a class 22 error quotes the value, which may be a rider's name. The service logs what is safe to log,
 * so errors of its sessions stay out of the server's log. The serving role has it as a setting of its own.
 */
const QUIET_ERRORS = '-c log_min_messages=fatal';

/** In the wrong directory, a command that only uses a database would find a new one, and back up nothing every night. */
export function expectDatabase(dataDir: string): void {
  const cluster = clusterPath(dataDir);
  if (inDataDir(dataDir, () => hasCluster(cluster))) return;
  refuseInterruptedUpgrade(cluster);
  throw new OperatorFault(
    `there is no database in ${resolve(dataDir)}: set DATA_DIR or DATABASE_URL to where the service keeps its data, or start the service first`,
  );
}

/** Joins the server that runs on `dataDir`, or creates and starts one, and keeps it running until closed. */
export async function openEmbeddedServer({ dataDir, kind, log, signal }: EmbeddedOptions): Promise<EmbeddedServer> {
  const account = postgresAccount(clusterPath(dataDir));
  const binaries = locateBinaries(account);
  const home = prepareHome(dataDir, account);
  const isNew = !hasCluster(home.cluster);
  if (isNew) log.info({ directory: home.cluster }, 'creating the database (first start only)');
  await ensureCluster(home.cluster, binaries, account);
  const context = { home, binaries, account, dataDir, kind, log };
  const join = () => joinServer(context);

  let closing = false;
  let lease = await joinServer({ ...context, signal });
  let renewal: Promise<void> | undefined;
  const watch = () =>
    lease.session.once('end', () => {
      if (!closing) renewal = renew();
    });
  const renew = async () => {
    log.warn('the embedded database stopped; restarting it');
    const renewed = await rejoin(join, () => closing, log);
    if (renewed === undefined) return;
    lease = renewed;
    watch();
  };
  watch();

  const { owner, serving } = connectionsTo(home, account);
  return {
    connection: { ...owner, options: QUIET_ERRORS },
    serving,
    isNew,
    async close() {
      closing = true;
      await renewal; // a server that is being restarted must not be left running
      const pid = runningPostmaster(home);
      const isLast = await lease.leave().catch(() => false);
      if (isLast && pid !== undefined) await stopPostmaster(home, pid);
      await lease.session.end().catch(() => {});
    },
  };
}

/** The use of a server by nobody else. */
export interface SoleUse {
  target: EmbeddedConnection;
  stop(): Promise<void>;
}

/** Joins or starts a server, as its only user. If this process is killed, others can use the server again. */
export async function takeServer(context: JoinContext): Promise<SoleUse> {
  const { home, account, dataDir } = context;
  const { session, leave } = await joinServer(context);
  const pid = runningPostmaster(home);
  if (pid === undefined || !(await leave())) {
    await session.end();
    throw new OperatorFault(`DATA_DIR ${dataDir} is in use by another command: wait until it has ended`);
  }
  return {
    target: connectionsTo(home, account).owner,
    async stop() {
      if (runningPostmaster(home) === pid) await stopPostmaster(home, pid);
      await session.end().catch(() => {});
    },
  };
}

interface JoinContext {
  home: EmbeddedHome;
  binaries: PostgresBinaries;
  account: SystemAccount;
  dataDir: string;
  kind: DatabaseUser;
  log?: Pick<Logger, 'warn'>;
  signal?: AbortSignal | undefined;
}

function connectionsTo(home: EmbeddedHome, account: SystemAccount): Record<'owner' | 'serving', EmbeddedConnection> {
  const passwords = preparePasswords(home, account);
  const owner = { host: home.sockets, user: SUPERUSER, password: passwords.owner, database: 'postgres' };
  return { owner, serving: { ...owner, user: SERVING_ROLE, password: passwords.serving } };
}

async function joinServer(context: JoinContext): Promise<Lease> {
  const { home, account } = context;
  const server = starter(context);
  try {
    const lease = await waitForLease(context, server.startIfNeeded);
    await ensureRoles(lease.session, home, account).catch(async (error) => {
      await lease.session.end().catch(() => {});
      throw error;
    });
    return lease;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function waitForLease(context: JoinContext, startIfNeeded: () => void): Promise<Lease> {
  const { home, account, dataDir, kind, signal } = context;
  const { owner } = connectionsTo(home, account);
  const check = patience(context);
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await sleep(20)) {
    signal?.throwIfAborted();
    const answer = await takeLease(owner, kind);
    if (answer === 'wrong password') throw await wrongPassword(home);
    if (answer === 'not running') startIfNeeded();
    else if (answer !== 'going down' && !('complaint' in answer)) return accepted(answer, dataDir);
    check(answer);
  }
  throw doesNotStart(context, `it did not become ready in ${START_DEADLINE_MS / 1000} s`);
}

/** Reports a long wait, and throws once waiting is pointless. */
function patience(context: JoinContext): (answer: string | Complaint) => void {
  const { home, log } = context;
  const before = logLength(home);
  const sayAt = Date.now() + SAY_WAITING_AFTER_MS;
  let [hasSaid, refusals, lookAt] = [false, 0, Date.now() + LOOK_FOR_CRASHES_EVERY_MS];
  return (answer) => {
    if (typeof answer === 'object') {
      refusals += 1;
      if (refusals >= MAX_REFUSALS) throw doesNotStart(context, answer.complaint);
    }
    if (!hasSaid && Date.now() >= sayAt) {
      hasSaid = true;
      log?.warn(`waiting for the embedded database, which is not ready yet (see ${home.log})`);
    }
    if (Date.now() < lookAt) return;
    lookAt = Date.now() + LOOK_FOR_CRASHES_EVERY_MS;
    const panics = crashes(home, before);
    if (panics.length >= MAX_CRASHES) throw doesNotStart(context, panics.at(-1) ?? '');
  };
}

function doesNotStart({ home, dataDir }: JoinContext, reason: string): OperatorFault {
  const isFull = isDiskFull(reason) || hasNoSpace(home.cluster);
  const cause = isFull ? `no space is left in DATA_DIR ${dataDir}: ` : '';
  return new OperatorFault(`the embedded database does not start: ${cause}${reason} (see ${home.log})`);
}

const isDiskFull = (complaint: string) => complaint.includes('No space left on device');

/** Less than a file of the write-ahead log: PostgreSQL removes one that it could not write completely. */
function hasNoSpace(path: string): boolean {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize < 16 * 1024 * 1024;
}

/** The server is stopped, so that the next start reads the file that has to be deleted. */
async function wrongPassword(home: EmbeddedHome): Promise<OperatorFault> {
  const pid = runningPostmaster(home);
  if (pid !== undefined) await stopPostmaster(home, pid);
  return new OperatorFault(
    `the embedded database refuses the password in ${home.passwords}: delete ${home.authentication} and start again, which sets new passwords`,
  );
}

function accepted(answer: Lease | { servedBy: number | undefined }, dataDir: string): Lease {
  if ('session' in answer) return answer;
  const who = answer.servedBy === undefined ? 'another process' : `process ${answer.servedBy}`;
  throw new OperatorFault(
    `DATA_DIR ${dataDir} is already in use by the service of ${who}: stop it, or set DATA_DIR to another directory`,
  );
}

function starter(context: JoinContext) {
  const { home, binaries, account } = context;
  const before = logLength(home);
  let started: ChildProcess | undefined;
  return {
    /** Starts a server, again if it ended for a temporary reason; throws if the reason is permanent. */
    startIfNeeded() {
      if (runningPostmaster(home) !== undefined) return; // starting up or recovering
      if (started !== undefined && gaveUp(started)) {
        const complaint = lastComplaint(home, started.pid, before);
        if (!isPassing(complaint)) throw doesNotStart(context, complaint);
      }
      if (started === undefined || started.exitCode !== null || started.signalCode !== null) {
        started = startPostmaster(home, binaries, account);
      }
    },
    /** Stops the server if it was started here, and nobody uses it. */
    async stop() {
      const pid = runningPostmaster(home);
      if (pid === undefined || pid !== started?.pid) return;
      const answer = await takeLease(connectionsTo(home, account).owner, 'operator');
      const lease = typeof answer === 'object' && 'session' in answer ? answer : undefined;
      if (lease === undefined || (await lease.leave().catch(() => false))) await stopPostmaster(home, pid);
      await lease?.session.end().catch(() => {});
    },
  };
}

const gaveUp = (server: ChildProcess) =>
  server.pid === undefined || (server.exitCode !== null && server.exitCode !== 0);

/** Temporary errors: another process was first, or children of a killed server are still exiting. Not a file that could not be written. */
const isPassing = (complaint: string) =>
  /lock file|still in use|shared memory/.test(complaint) && !complaint.includes('could not write');

async function rejoin(join: () => Promise<Lease>, isClosing: () => boolean, log: EmbeddedOptions['log']) {
  while (!isClosing()) {
    try {
      const lease = await join();
      log.info('the embedded database is running again');
      return lease;
    } catch (error) {
      log.warn({ err: error }, 'the embedded database is still down');
      await sleep(1_000);
    }
  }
  return undefined;
}
