import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDirectory, ROOT } from '../../reliability/support/directories.ts';
import { freePort } from '../../reliability/support/process.ts';

const PATH = `${process.env.PATH}:/usr/sbin`;

export const hasHaProxy = spawnSync('haproxy', ['-v'], { env: { PATH } }).status === 0;
if (!hasHaProxy) console.warn('haproxy is not installed: tests that go through it are skipped');

export interface HaProxy {
  url: string;
  /** Whether it sends requests to the server on this port. */
  isUp(port: number): Promise<boolean>;
  stop(): Promise<void>;
}

/** A real HAProxy before services on these ports: it asks /readyz every two seconds, and sends no request twice. */
export async function startHaProxy(ports: number[]): Promise<HaProxy> {
  const [port, statsPort] = [await freePort(), await freePort()];
  const { child, stop } = launch(
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  retries 0
frontend trips
  bind 127.0.0.1:${port}
  default_backend services
backend services
  no option redispatch
  option httpchk GET /readyz
  default-server check inter 2s fall 2 rise 1
${ports.map((each) => `  server s${each} 127.0.0.1:${each}`).join('\n')}
listen stats
  bind 127.0.0.1:${statsPort}
  stats enable
  stats uri /
`,
  );
  const isUp = async (each: number) => {
    const response = await fetch(`http://127.0.0.1:${statsPort}/;csv`).catch(() => undefined);
    const line = (await response?.text())?.split('\n').find((row) => row.startsWith(`services,s${each},`));
    return line?.split(',')[17] === 'UP';
  };
  while (!(await isUp(ports[0] ?? 0))) {
    if (child.exitCode !== null) throw new Error('haproxy ended');
    await sleep(50);
  }
  return { url: `http://127.0.0.1:${port}`, isUp, stop };
}

/** A real HAProxy with the file in deploy/, before instances on these two ports. */
export async function startDeployedHaProxy(ports: [number, number]): Promise<Omit<HaProxy, 'isUp'>> {
  const port = await freePort();
  const { child, stop } = launch(
    readFileSync(join(ROOT, 'deploy/haproxy/haproxy.cfg'), 'utf8')
      .replace('bind :8080', `bind 127.0.0.1:${port}`)
      .replace('trips-1:3000', `127.0.0.1:${ports[0]}`)
      .replace('trips-2:3000', `127.0.0.1:${ports[1]}`),
  );
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('haproxy ended');
    await sleep(50);
  }
  return { url, stop };
}

function launch(configuration: string) {
  const directory = makeDirectory('trips-haproxy-');
  const file = join(directory.path, 'haproxy.cfg');
  writeFileSync(file, configuration);
  const child = spawn('haproxy', ['-db', '-f', file], { env: { PATH }, stdio: 'ignore' });
  return {
    child,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      directory.remove();
    },
  };
}
