import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../../reliability/support/directories.ts';
import { serviceForFile } from '../../../test/support/service.ts';

const run = promisify(execFile);
const PACKAGE = join(ROOT, 'clients/typescript');
const isSource = (path: string) => !/node_modules|dist$/.test(path);
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const manifest = readJson(join(PACKAGE, 'package.json'));
const ours = readJson(join(ROOT, 'package.json'));

describe('the package', () => {
  it('has the version of the service', () => {
    expect(manifest.version).toBe(ours.version);
  });

  it('needs nothing but standardwebhooks, in the version that it is tested with', () => {
    const { standardwebhooks } = { ...ours.dependencies, ...ours.devDependencies };
    expect(manifest.dependencies).toEqual({ standardwebhooks });
  });
});

describe('what npm pack makes', () => {
  const project = mkdtempSync(join(tmpdir(), 'trips-client-'));
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  /** Packs a directory into the project; installed from there, nothing is asked of the registry. */
  async function pack(directory: string, ...flags: string[]): Promise<string> {
    const args = ['pack', '--json', '--silent', '--pack-destination', project, ...flags];
    const { stdout } = await run('npm', args, { cwd: directory });
    return `file:${JSON.parse(stdout.slice(stdout.indexOf('[')))[0].filename}`;
  }
  const installed = (name: string) => pack(join(ROOT, 'node_modules', name), '--ignore-scripts');
  const compile = (...args: string[]) =>
    run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), ...args], { cwd: project });

  const older = join(PACKAGE, 'trip-booking-client-0.0.1.tgz');

  beforeAll(async () => {
    writeFileSync(older, '');
    const overrides = Object.fromEntries(
      await Promise.all(
        ['standardwebhooks', '@stablelib/base64', 'fast-sha256'].map(async (name) => [name, await installed(name)]),
      ),
    );
    const dependencies = { [manifest.name]: await pack(PACKAGE) };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', dependencies, overrides }));
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund'], { cwd: project });
    mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      cpSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name), { recursive: true });
  }, 300_000);

  it('replaces what was packed before, which the documented command would install as well', () => {
    expect(existsSync(older)).toBe(false);
  });

  it('holds the compiled sources with their types, the licence and the README', () => {
    const files = readdirSync(join(project, 'node_modules', manifest.name)).sort();
    expect(files).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('compiles what its README shows, and nothing that is not in the description', async () => {
    const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
    const samples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, sample]) => sample);
    expect(samples.length).toBeGreaterThan(5);
    const mistakes = [`api.trips.page({ status: 'DONE' })`, `isCode(undefined, 'TRIP_NOT_FOUNDED')`, 'trip.pax'];
    const refused = mistakes.map((mistake) => `// @ts-expect-error\n${mistake};`);
    writeFileSync(join(project, 'readme.ts'), [...samples, ...refused].join('\n'));
    await compile('--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node', '--noEmit', 'readme.ts');
  });

  it('compiles without the types of Node', async () => {
    const program = [
      `import { TripBooking, verifyWebhook, WebhookVerificationError } from '${manifest.name}';`,
      `export const api = new TripBooking({ baseUrl: 'https://trips.example', apiKey: 'trip_live_…' });`,
      `export const typeOf = (body: string) => verifyWebhook(body, {}, 'whsec_…').type;`,
      `export const textOf = (error: Error) => error instanceof WebhookVerificationError ? 'forged' : error.message;`,
    ];
    writeFileSync(join(project, 'program.ts'), program.join('\n'));
    await compile('--strict', '--target', 'es2023', '--module', 'nodenext', '--noEmit', 'program.ts');
  });

  it('runs the examples', async () => {
    const service = await serviceForFile();
    service.clock.set(new Date().toISOString()); // the examples book for tomorrow
    const { apiKey, api } = await service.account();
    const env = { TRIPS_URL: service.url, TRIPS_API_KEY: apiKey };
    cpSync(join(ROOT, 'examples'), join(project, 'examples'), { recursive: true, filter: isSource });
    await compile('-p', 'examples');
    const example = (name: string) => run(process.execPath, [`examples/dist/${name}.js`], { cwd: project, env });
    expect((await example('book-a-trip')).stdout).toMatch(/replayed true\n.*listed {4}1 .*CANCELLED\n$/s);
    expect((await example('quote-and-book')).stdout).toMatch(/Gare de Lyon.*VAT = .*CANCELLED\n$/s);
    const [quoted] = (await api.list()).body.data;
    expect(quoted.destinationAddress.address).toBe('Aéroport CDG Terminal 2E'); // as it was written, not as it was found
  });
});
