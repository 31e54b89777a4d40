import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../../reliability/support/directories.ts';
import { freePort, listenAnywhere } from '../../reliability/support/process.ts';
import { parseDatabaseUrl } from '../../src/database/databaseUrl.ts';
import { ApiError } from '../../src/errors.ts';
import { hasHaProxy, startDeployedHaProxy } from '../support/haProxy.ts';
import { sendRaw } from '../support/rawHttp.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever members it expects
type Anything = any;

/** Kinds that the manifests may have, and where kubernetes-types declares them. */
const DECLARED_IN: Record<string, string> = {
  'apps/v1 Deployment': 'apps/v1',
  'v1 Service': 'core/v1',
  'policy/v1 PodDisruptionBudget': 'policy/v1',
};

/** What the compiler says of objects written as literals of their types: it knows every member and its type. */
function faultsOf(manifests: Anything[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'manifests-'));
  try {
    mkdirSync(join(directory, 'node_modules'));
    symlinkSync(join(ROOT, 'node_modules/kubernetes-types'), join(directory, 'node_modules/kubernetes-types'));
    const declared = manifests.map((manifest, at) => {
      const source = DECLARED_IN[`${manifest.apiVersion} ${manifest.kind}`];
      return `export const manifest${at}: import('kubernetes-types/${source}').${manifest.kind} = ${JSON.stringify(manifest)};`;
    });
    writeFileSync(join(directory, 'manifests.ts'), declared.join('\n'));
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [compiler, ...options, 'manifests.ts'], { cwd: directory, encoding: 'utf8' });
    return '';
  } catch (error) {
    return String((error as { stdout?: string }).stdout);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const manifests = parseAllDocuments(read('deploy/kubernetes/trip-booking-api.yaml')).map((each) => each.toJS());
const ofKind = (kind: string) => manifests.find((manifest) => manifest.kind === kind);

describe('the manifests for Kubernetes', () => {
  it('have only members that Kubernetes knows, with values of their types', () => {
    expect(manifests.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
    expect(faultsOf(manifests)).toBe('');
    const misspelt = structuredClone(manifests);
    misspelt[0].spec.template.spec.containers[0].readynessProbe = {};
    expect(faultsOf(misspelt)).toContain('readynessProbe');
  });

  it('start the image of this version', () => {
    const images = [...read('deploy/kubernetes/trip-booking-api.yaml').matchAll(/image: \S+:(\S+)/g)];
    expect(new Set(images.map(([, tag]) => tag))).toEqual(new Set([JSON.parse(read('package.json')).version]));
  });

  it('select the pods of the deployment', () => {
    const { labels } = ofKind('Deployment').spec.template.metadata;
    for (const selector of [
      ofKind('Deployment').spec.selector.matchLabels,
      ofKind('Service').spec.selector,
      ofKind('PodDisruptionBudget').spec.selector.matchLabels,
    ])
      expect(labels).toMatchObject(selector);
  });

  it('leave time for the drain and the slowest request, and ask the right paths', () => {
    const { terminationGracePeriodSeconds, containers } = ofKind('Deployment').spec.template.spec;
    const [{ env, lifecycle, livenessProbe, readinessProbe, securityContext }] = containers;
    const drainSeconds = Number(env.find(({ name }: Anything) => name === 'DRAIN_SECONDS').value);
    const stopSeconds = Number(lifecycle.preStop.exec.command[1]) + drainSeconds + 25;
    expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(stopSeconds);
    expect([livenessProbe.httpGet.path, readinessProbe.httpGet.path]).toEqual(['/healthz', '/readyz']);
    expect(drainSeconds).toBeGreaterThan(readinessProbe.periodSeconds * readinessProbe.failureThreshold);
    expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
  });
});

describe('the compose file', () => {
  const { services, secrets, volumes } = parse(read('deploy/compose/compose.yaml'), { merge: true });

  it('runs two instances without privileges, behind HAProxy, with PostgreSQL and Redis', () => {
    expect(Object.keys(services)).toEqual(['migrate', 'trips-1', 'trips-2', 'haproxy', 'postgres', 'redis']);
    for (const name of ['migrate', 'trips-1', 'trips-2'])
      expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    expect(existsSync(join(ROOT, 'deploy/compose', services['trips-1'].build.context, 'deploy/Dockerfile'))).toBe(true);
  });

  it('names only services, secrets, volumes and files that are there', () => {
    const all: Anything[] = Object.values(services);
    const needed = all.flatMap(({ depends_on: names = [] }) => (Array.isArray(names) ? names : Object.keys(names)));
    expect(needed.filter((name) => !(name in services))).toEqual([]);
    expect(all.flatMap(({ secrets: names = [] }) => names).filter((name) => !(name in secrets))).toEqual([]);
    const isThere = (source: string) =>
      source.startsWith('.') ? existsSync(join(ROOT, 'deploy/compose', source)) : source in volumes;
    const mounted: string[] = all.flatMap(({ volumes: mounts = [] }) => mounts);
    expect(mounted).toHaveLength(3);
    expect(mounted.filter((mount) => !isThere(mount.split(':')[0] ?? ''))).toEqual([]);
  });

  it('keeps the owner of the tables to the migration, and serves as the role that it grants', () => {
    const { migrate, ...others } = services;
    expect(migrate).toMatchObject({ secrets: ['owner-url'], depends_on: { postgres: expect.anything() } });
    for (const name of ['trips-1', 'trips-2'])
      expect(others[name]).toMatchObject({
        secrets: ['service-url'],
        depends_on: { migrate: { condition: 'service_completed_successfully' } },
      });
    const role = migrate.entrypoint.at(-1);
    expect(read('deploy/compose/serving-role.sh')).toContain(`CREATE ROLE ${role} LOGIN`);
    expect(ofKind('Deployment').spec.template.spec.initContainers[0].command).toEqual(migrate.entrypoint);
  });

  it('has the instances that HAProxy asks, which drain for longer than it takes to notice', () => {
    const balancer = read('deploy/haproxy/haproxy.cfg');
    const servers = [...balancer.matchAll(/^ {4}server (\S+) (\S+):3000$/gm)].map(([, , host]) => host);
    expect(servers).toEqual(['trips-1', 'trips-2']);
    const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(balancer) ?? [];
    const { DRAIN_SECONDS } = services['trips-1'].environment;
    expect(DRAIN_SECONDS).toBeGreaterThan(Number(inter) * Number(fall));
  });

  it('waits for the PostgreSQL that others can reach, not for the one that initialises', () => {
    expect(services.postgres.healthcheck.test.slice(0, 4)).toEqual(['CMD', 'pg_isready', '-h', '127.0.0.1']);
  });

  it('drains for as long as the other files and docs/operations.md say', () => {
    const { DRAIN_SECONDS } = services['trips-1'].environment;
    const { env } = ofKind('Deployment').spec.template.spec.containers[0];
    expect(env).toContainEqual({ name: 'DRAIN_SECONDS', value: String(DRAIN_SECONDS) });
    const setting = `DRAIN_SECONDS=${DRAIN_SECONDS}`;
    expect(read('deploy/systemd/trip-booking-api.service')).toMatch(new RegExp(`^Environment=.* ${setting}$`, 'm'));
    expect(read('docs/operations.md')).toContain(`\`${setting}\``);
  });
});

describe.skipIf(!hasHaProxy)('the balancer', () => {
  const UNAVAILABLE = {
    code: 'SERVICE_UNAVAILABLE',
    message: new ApiError('SERVICE_UNAVAILABLE').publicMessage,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
  };

  /** What callers get from it, with these two instances. */
  async function answerOf(path: string, ports: [number, number], status: number) {
    const balancer = await startDeployedHaProxy(ports);
    onTestFinished(() => balancer.stop());
    const answer = await sendRaw(balancer.url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('retry-after')).toBe('1');
    return answer.body;
  }

  it('answers with an error of the API if no instance is there', async () => {
    const answer = await answerOf('/v1/"trips"\\?a=secret', [await freePort(), await freePort()], 503);
    expect(answer).toEqual({ ...UNAVAILABLE, statusCode: 503, path: '/v1/"trips"\\' });
  });

  it('answers with a page at the dashboard, and only there, while no instance is ready', async () => {
    const balancer = await startDeployedHaProxy([await freePort(), await freePort()]);
    onTestFinished(() => balancer.stop());
    const answerAt = async (path: string) => {
      const { status, headers } = await fetch(balancer.url + path);
      return [status, headers.get('content-type'), headers.get('retry-after')];
    };
    const page = [503, 'text/html; charset=utf-8', '1'];
    await expect.poll(() => answerAt('/app'), { timeout: 20_000 }).toEqual(page); // after two failed checks
    expect(await answerAt('/app/trips')).toEqual(page);
    expect(await answerAt('/apps')).toEqual([503, 'application/json; charset=utf-8', '1']);
  });

  it('sends requests to the other instance while one refuses connections and is still taken for ready', async () => {
    const newInstance = () => createServer((_request, response) => response.end('answered'));
    const [stopped, other] = [newInstance(), newInstance()];
    onTestFinished(() => void other.close());
    const balancer = await startDeployedHaProxy([await listenAnywhere(stopped), await listenAnywhere(other)]);
    onTestFinished(() => balancer.stop());
    stopped.close();
    stopped.closeAllConnections();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(`${balancer.url}/v1/trips`)).text()),
    );
    expect(new Set(answers)).toEqual(new Set(['answered']));
  });

  it('and if an instance breaks off', async () => {
    const instance = createServer((request, response) =>
      request.url === '/readyz' ? response.end() : request.socket.destroy(),
    );
    onTestFinished(() => void instance.close());
    const port = await listenAnywhere(instance);
    const answer = await answerOf('/v1/trips', [port, port], 502);
    expect(answer).toEqual({ ...UNAVAILABLE, statusCode: 502, path: '/v1/trips' });
  });
});

describe('the file for Patroni', () => {
  const { bootstrap, etcd3, postgresql, restapi } = parse(read('deploy/patroni/patroni.yaml'));
  const allowed: string[][] = postgresql.pg_hba.map((line: string) => line.split(' '));

  it('lets in Patroni itself, the other servers, and both roles of docs/operations.md', () => {
    expect(postgresql.use_unix_socket).toBe(true); // its own connections are allowed by the socket only
    const [, ...roles] = /CREATE ROLE (\w+) LOGIN .*\nCREATE ROLE (\w+) LOGIN /.exec(read('docs/operations.md')) ?? [];
    expect(allowed.map(([type, database, users]) => [type, database, users])).toEqual([
      ['local', 'all', postgresql.authentication.superuser.username],
      ['hostssl', 'replication', postgresql.authentication.replication.username],
      ['hostssl', 'postgres', postgresql.authentication.rewind.username],
      ['hostssl', 'trips', roles.join(',')],
    ]);
  });

  it('switches on the encryption that it insists on', () => {
    expect(bootstrap.dcs.postgresql.parameters).toMatchObject({
      ssl: 'on',
      ssl_cert_file: expect.any(String),
      ssl_key_file: expect.any(String),
    });
  });

  it('encrypts what Patroni says to etcd and to the other servers, and lets nobody command it without a password', () => {
    const { ssl_cert_file: cert, ssl_key_file: key } = bootstrap.dcs.postgresql.parameters;
    const cacert = expect.any(String);
    expect(etcd3).toMatchObject({ protocol: 'https', cacert, cert, key });
    expect(restapi).toMatchObject({ cafile: etcd3.cacert, certfile: cert, keyfile: key });
    expect(restapi.authentication).toEqual({ username: expect.any(String), password: 'CHANGE-ME' });
    expect(read('deploy/haproxy/postgresql.cfg')).toMatch(/check check-ssl verify none port 8008 /);
  });

  it('is what the DATABASE_URL of several hosts in docs/operations.md fits', () => {
    const [, url = ''] = /^DATABASE_URL='(.*,.*)'$/m.exec(read('docs/operations.md')) ?? [];
    const { connectionStrings } = parseDatabaseUrl(url);
    expect(connectionStrings).toHaveLength(etcd3.hosts.length);
    const { username, pathname, searchParams } = new URL(connectionStrings[0]);
    expect(allowed.at(-1)?.[2]?.split(',')).toContain(username);
    expect([pathname, searchParams.get('sslmode')]).toEqual(['/trips', 'verify-full']);
    expect(searchParams.get('sslrootcert')).toMatch(/^\//);
  });
});

it('the jobs for Prometheus in docs/operations.md have the name that the alerts expect, and find the pods', () => {
  const blocks = [...read('docs/operations.md').matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, text = '']) =>
    parse(text),
  );
  const [hosts, pods] = blocks.flatMap(({ scrape_configs: jobs }) => jobs);
  expect([hosts.job_name, pods.job_name]).toEqual(['trip-booking-api', 'trip-booking-api']);
  for (const [expression] of read('deploy/prometheus/alerts.yaml').matchAll(/\w+\{[^{}]*\}(?!\})/g))
    if (!expression.includes('$labels')) expect(expression).toContain(`job="${pods.job_name}"`);
  const { metadata, spec } = ofKind('Deployment').spec.template;
  const names = spec.containers[0].ports.map(
    ({ name }: Anything) => `${metadata.labels['app.kubernetes.io/name']};${name}`,
  );
  expect(names).toContain(pods.relabel_configs[0].regex);
});

describe('every setting in deploy/', () => {
  it('is one of the documented ones', () => {
    const documented = read('docs/operations.md');
    const used = new Set([
      ...Object.keys(parse(read('deploy/compose/compose.yaml'), { merge: true }).services['trips-1'].environment),
      ...ofKind('Deployment').spec.template.spec.containers[0].env.map(({ name }: Anything) => name),
      ...[...read('deploy/Dockerfile').matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name ?? ''),
      ...[...read('deploy/systemd/trip-booking-api.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
        ([, settings = '']) => settings.split(' ').map((each) => each.split('=')[0] ?? ''),
      ),
    ]);
    const foreign = ['NODE_ENV', 'NODE_IMAGE'];
    expect(used.size).toBeGreaterThan(6);
    // DATABASE_URL_FILE and its like are documented with the setting that they replace.
    const isDocumented = (name: string) => documented.includes(`\`${name.replace(/_FILE$/, '')}\``);
    expect([...used].filter((name) => !foreign.includes(name) && !isDocumented(name))).toEqual([]);
  });
});

it('the README of deploy/ names every directory of it', () => {
  const text = read('deploy/README.md');
  for (const name of ['Dockerfile', 'compose', 'systemd', 'kubernetes', 'haproxy', 'patroni', 'prometheus', 'grafana'])
    expect(text).toContain(`(${name}`);
});
