import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { launch } from '../../reliability/support/process.ts';
import { asAdmin, createTestDatabase } from '../support/database.ts';
import { type LiveService, startLive } from '../support/liveService.ts';
import { operatorOn } from '../support/operator.ts';

const role = `walk_${randomBytes(4).toString('hex')}`;
const database = await createTestDatabase({ isMigrated: false });
await asAdmin(`CREATE ROLE ${role} LOGIN`);
const env = { DATABASE_URL: database.url.replace('postgres@', `${role}@`), LOG_LEVEL: 'warn' };
const [operator, owner] = [operatorOn(env), operatorOn({ DATABASE_URL: database.url })];
const work = mkdtempSync(join(tmpdir(), 'trips-walk-'));
const backup = join(work, 'monday.jsonl.gz');
const running: LiveService[] = [];
afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  rmSync(work, { recursive: true });
  await database.drop();
  await asAdmin(`DROP ROLE IF EXISTS ${role}, ${role}_batches`);
});

let apiKey = '';
let trip = '';
async function addInstance(): Promise<LiveService> {
  const service = await startLive({ env }, apiKey);
  running.push(service);
  return service;
}
const statuses = () =>
  Promise.all(running.map(async ({ api }) => (await api.send('GET', `/v1/trips/${trip}`)).body.data.status));

describe('an operator with nothing but what the programs say', () => {
  it('installs it with two database roles: a refused start names the command', async () => {
    const { ended, printed } = launch({ env });
    const code = await ended;
    const [, command = ''] = /run npm run -s trips -- (.*) with the owner's DATABASE_URL\n$/.exec(printed.stderr) ?? [];
    expect([code, command]).toEqual([1, `migrate --serving-role ${role}`]);
    const { applied, waiting } = await owner.json(command);
    expect([applied.length > 40, waiting]).toEqual([true, []]);
  });

  it('opens an account, whose key books on the first instance', async () => {
    const created = ['accounts', 'create', '--name', 'Chauffeurs du Nord', '--role', 'CONTRACTOR'];
    ({ apiKey } = await operator.json(created));
    const service = await addInstance();
    expect(service.output()).not.toContain('demo'); // which is for trying things out
    trip = await service.book();
  });

  it('adds an instance, which serves the same trips', async () => {
    await addInstance();
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('backs up, and restores as the owner while both serve', async () => {
    await operator.json(['backup', backup]);
    await running[0]?.api.cancel(trip);
    expect(await statuses()).toEqual(['CANCELLED', 'CANCELLED']);
    expect(await operator.fault(['restore', backup])).toContain('use the owner');
    await owner.json(['restore', backup]);
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(await operator.json('check')).toEqual({ counts: 'ok', references: 'ok', events: 'ok' });
  });

  it('replaces an instance: the new one first, then the old one stops', async () => {
    expect(await owner.json(`migrate --serving-role ${role}`)).toEqual({ applied: [], waiting: [] });
    await addInstance();
    expect(await running.shift()?.stop()).toBe(0);
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED']);
  });
});
