import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { postgresAccount } from '../../src/database/embedded/account.ts';
import type { PostgresBinaries } from '../../src/database/embedded/binaries.ts';
import { SERVER_ENVIRONMENT } from '../../src/database/embedded/cluster.ts';
import { makeDirectory } from './directories.ts';

export interface PostgresServer {
  /** Where its files and its socket are; its user may write there. */
  directory: string;
  cluster: string;
  target: { host: string; user: string; database: string };
  url: string;
  start(): void;
  stop(): void;
  remove(): void;
}

/** A server of any version, as an operator has it: reached by its URL, with its defaults. It listens on a socket only. */
export function startPostgresServer({ initdb }: PostgresBinaries): PostgresServer {
  const account = postgresAccount('');
  const { path: directory, remove } = makeDirectory('trips-postgres-');
  const cluster = join(directory, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (account) for (const path of [directory, cluster]) chownSync(path, account.uid, account.gid);
  const run = (program: string, words: string[]) =>
    execFileSync(join(dirname(initdb), program), ['-D', cluster, ...words], {
      ...account,
      cwd: directory,
      env: SERVER_ENVIRONMENT,
      stdio: 'ignore',
    });
  run('initdb', ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  appendFileSync(join(cluster, 'postgresql.conf'), `listen_addresses = ''\nunix_socket_directories = '${directory}'\n`);
  const start = () => void run('pg_ctl', ['-w', '-l', join(directory, 'server.log'), 'start']);
  const isRunning = () => existsSync(join(cluster, 'postmaster.pid'));
  const stop = () => void (isRunning() && run('pg_ctl', ['-w', '-m', 'fast', 'stop']));
  start();
  return {
    directory,
    cluster,
    target: { host: directory, user: 'postgres', database: 'postgres' },
    url: `postgres://postgres@${encodeURIComponent(directory)}/postgres`,
    start,
    stop,
    remove() {
      stop();
      remove();
    },
  };
}
