import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory } from '../../reliability/support/directories.ts';
import { freePort } from '../../reliability/support/process.ts';
import { SERVING_ROLE } from '../../src/database/embedded/roles.ts';

const PATH = `${process.env.PATH}:/usr/sbin`;

export const hasPgBouncer = spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status === 0;

export function sayIfSkipped(): void {
  if (!hasPgBouncer) console.warn('pgbouncer is not installed: tests that go through it are skipped');
}

export interface PgBouncer {
  /** Where it listens. */
  host: string;
  port: number;
  stop(): Promise<void>;
}

/** A real PgBouncer in transaction mode before the server whose socket is in this directory; nobody needs a password. */
export async function startPgBouncer(
  sockets: string,
  { users = ['postgres', SERVING_ROLE], settings = '' }: { users?: string[]; settings?: string } = {},
): Promise<PgBouncer> {
  const directory = makeDirectory('trips-pgbouncer-');
  const port = await freePort();
  const file = (name: string, content: string) => {
    writeFileSync(join(directory.path, name), content);
    chmodSync(join(directory.path, name), 0o644);
    return join(directory.path, name);
  };
  const userList = file('users.txt', users.map((user) => `"${user}" ""\n`).join(''));
  const ini = file(
    'pgbouncer.ini',
    `[databases]
* = host=${sockets}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${userList}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 15
server_idle_timeout = 10
${settings}
`,
  );
  // It refuses to run as root.
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...asNobody, ini], { env: { PATH }, stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended:\n${printed}`);
    await sleep(10);
  }
  return {
    host: '127.0.0.1',
    port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      directory.remove();
    },
  };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
