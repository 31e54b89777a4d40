import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../reliability/support/directories.ts';
import { newDataDirectory } from '../support/dataDirectory.ts';
import { curlIn, keysIn, type LiveService, startLive } from '../support/liveService.ts';

const directories = [newDataDirectory(), newDataDirectory()] as const;
const [first, second] = directories;
const running: LiveService[] = [];

async function start(env: Record<string, string>, apiKey?: string): Promise<LiveService> {
  const service = await startLive({ env }, apiKey);
  running.push(service);
  return service;
}

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(async () => {
  for (const directory of directories) await directory.remove();
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('the first start on an empty DATA_DIR, and the next', () => {
  let apiKey = '';
  let tripId = '';

  it('prints one demo key and a call with that key', async () => {
    const service = await start(first.env);
    const welcome = service.output();
    expect(keysIn(welcome)).toEqual([service.apiKey]);
    expect(curlIn(welcome)).toContain(`${service.url}/v1/trips`);
    expect(curlIn(welcome)).toContain(service.apiKey);
    const demo = `DATA_DIR=${first.path} PORT=${new URL(service.url).port} npm run -s trips -- demo`;
    expect(welcome).toContain(`Another demo account and key: ${demo}\n`);
    // This output is collected, so it has no link that signs in, but the command that prints one.
    expect(welcome).not.toContain('/app/invitations/');
    const invite = /works once:\n\n {2}(.*)\n/.exec(welcome)?.[1] ?? '';
    expect(execFileSync('sh', ['-c', invite], { cwd: ROOT, encoding: 'utf8' })).toContain('/app/invitations/');
    apiKey = service.apiKey;
    tripId = await service.book();
    expect(await service.stop()).toBe(0);
    expect(first.postgresProcesses()).toEqual([]);
  });

  it('prints no key the second time, and still has the trip and the account; its command for a key works', async () => {
    const service = await start(first.env, apiKey);
    expect(keysIn(service.output())).toEqual([]);
    expect(service.output()).toMatch(/new demo account: DATA_DIR=\S+ PORT=\d+ npm run -s trips -- demo\n/);
    expect(service.output()).toContain(`listening on ${service.url}`);
    expect((await service.api.tripNow(tripId)).status).toBe('CONFIRMED');
    await service.book();
    expect((await service.api.list()).body.pagination.total).toBe(2);
    const command = /new demo account: (.*)\n/.exec(service.output())?.[1] ?? '';
    const printed = execFileSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
    const [newKey = ''] = keysIn(printed);
    expect((await service.api.send('GET', '/v1/trips', { key: newKey })).status).toBe(200);
    expect(printed).toContain(`${service.url}/app/invitations/`);
  });

  it('prints a command whose links have the PUBLIC_URL of the service', async () => {
    const service = await start({ ...first.env, PUBLIC_URL: 'https://trips.example' }, apiKey);
    const command = /new demo account: (.*)\n/.exec(service.output())?.[1] ?? '';
    expect(command).toBe(`DATA_DIR=${first.path} PUBLIC_URL=https://trips.example npm run -s trips -- demo`);
    expect(execFileSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' })).toContain(
      'https://trips.example/app/invitations/',
    );
  });

  it.skipIf(!hasCurl)('prints a curl that books a trip when it is pasted into a shell', async () => {
    const service = await start(second.env);
    const answer = execFileSync('sh', ['-c', `${curlIn(service.output())} -w '\\n%{http_code}'`], { encoding: 'utf8' });
    const [body = '', status] = answer.split('\n');
    expect([status, JSON.parse(body).data.status]).toEqual(['201', 'CONFIRMED']);
    expect((await service.api.list()).body.data.map((trip: { _id: string }) => trip._id)).toEqual([
      JSON.parse(body).data._id,
    ]);
  });
});
