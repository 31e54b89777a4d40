import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { startProxy, type TcpProxy } from '../../reliability/faults/proxy.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import { type Accounts, openAccounts } from '../support/accounts.ts';
import { type LiveService, startLive, tomorrow } from '../support/liveService.ts';

let accounts: Accounts;
let network: TcpProxy;
let service: LiveService;

beforeEach(async () => {
  accounts = await openAccounts();
  network = await startProxy({ path: join(inject('postgres').host, '.s.PGSQL.5432') }, seededRandom(1));
  const { user, database } = accounts.target;
  const env = { DATABASE_URL: `postgres://${user}@127.0.0.1:${network.port}/${database}`, LOG_LEVEL: 'silent' };
  service = await startLive({ env }, await accounts.newKey());
});
afterEach(async () => {
  await service.stop('SIGKILL');
  await network.close();
  await accounts.close();
});

describe('database connections that died without a word', () => {
  it('cost one timeout, not one each: after the first 503 all requests are served', async () => {
    const manyLists = () => Promise.all(Array.from({ length: 20 }, () => service.api.list()));
    const statuses = async () => (await manyLists()).map(({ status }) => status);
    expect(await statuses()).toEqual(Array(20).fill(200)); // by as many connections as the service may have
    network.forget();
    const first = await service.api.create({ scheduledAt: tomorrow() });
    expect([first.status, first.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(await statuses()).toEqual(Array(20).fill(200));
    expect((await service.api.create({ scheduledAt: tomorrow() })).status).toBe(201);
  });
});
