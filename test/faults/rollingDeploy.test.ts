import { afterAll, describe, expect, it } from 'vitest';
import { freePort, HIGH_RATE_LIMITS, type ServiceProcess, startProcess } from '../../reliability/support/process.ts';
import { accountsForFile } from '../support/accounts.ts';
import { type HaProxy, hasHaProxy, startHaProxy } from '../support/haProxy.ts';
import { startLoad } from '../support/load.ts';

const accounts = await accountsForFile();
const apiKey = await accounts.newKey();
const services = new Map<number, ServiceProcess>();
let balancer: HaProxy | undefined;
afterAll(async () => {
  await Promise.all([...services.values()].map((service) => service.stop('SIGKILL')));
  await balancer?.stop();
});

// ROLLING_DEPLOYS=10 for more; with DRAIN_SECONDS=0 requests must fail.
const { ROLLING_DEPLOYS = '1', DRAIN_SECONDS = '8' } = process.env;
const deploys = Number(ROLLING_DEPLOYS);

// The balancer sends nothing more after two checks, which are two seconds apart.
const env = { DATABASE_URL: accounts.url, DRAIN_SECONDS, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' };

async function start(port: number): Promise<void> {
  services.set(port, await startProcess({ env, port }));
}

/** Stops the service on the port, starts the new one there, and waits until it gets requests. */
async function replace(port: number): Promise<void> {
  expect(await services.get(port)?.stop('SIGTERM')).toBe(0);
  await start(port);
  await expect.poll(() => balancer?.isUp(port)).toBe(true);
}

describe.skipIf(!hasHaProxy)('a rolling deploy of two instances behind HAProxy', () => {
  it('fails no request', { timeout: 300_000 + deploys * 120_000 }, async () => {
    const ports = [await freePort(), await freePort()];
    for (const port of ports) await start(port);
    balancer = await startHaProxy(ports);
    const { isUp, url } = balancer;
    for (const port of ports) await expect.poll(() => isUp(port)).toBe(true);
    const load = startLoad(url, apiKey, 8);
    for (let deploy = 0; deploy < deploys; deploy += 1) for (const port of ports) await replace(port);
    await load.end();
    console.info(`rolling deploys: ${deploys}, requests answered: ${load.answered()}, failed: ${load.faults.length}`);
    expect(load.faults).toEqual([]);
    expect(load.answered()).toBeGreaterThan(100);
  });
});

describe('after SIGTERM', () => {
  it.each([
    ['a service', '1'],
    ['a service of several processes', '2'],
  ])('%s says at once that it is not ready, and answers requests until its time is over', async (_, workers) => {
    const service = await startProcess({ env: { ...env, DRAIN_SECONDS: '3', WORKERS: workers } });
    const statusOf = async (path: string) =>
      (await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).status;
    expect([await statusOf('/readyz'), await statusOf('/v1/trips')]).toEqual([200, 200]);
    const begun = performance.now();
    const ended = service.stop('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    expect(await statusOf('/v1/trips')).toBe(200);
    expect(await ended).toBe(0);
    expect(performance.now() - begun).toBeGreaterThan(3_000);
    expect(service.output()).not.toContain('"level":50'); // a probe that is refused on purpose is no failure
  });

  it('Ctrl-C ends the wait', async () => {
    const service = await startProcess({ env: { ...env, DRAIN_SECONDS: '3600' } });
    service.child.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { interval: 20 }).toBe(503);
    expect(await service.stop('SIGINT')).toBe(0);
  });
});
