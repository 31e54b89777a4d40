import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { asAdmin, createTestDatabase } from '../support/database.ts';
import { operatorOn } from '../support/operator.ts';
import { startService, type TestService } from '../support/service.ts';

const INSTANCES = 5;
const LIMIT = 7;

const isCluster = inject('nodes').length > 1; // its roles are those of several servers

const database = await createTestDatabase();
const role = database.target.database;
const target = { ...database.target, user: role };
const url = database.url.replace('postgres@', `${role}@`);
const opened: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of opened.reverse()) await close();
  await database.drop();
  if (!isCluster) await asAdmin(`DROP ROLE ${role}`);
});
if (!isCluster) await asAdmin(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT ${LIMIT} IN ROLE postgres`);

// Behind a pooler, connections are the pooler's.
describe.skipIf(isCluster || inject('pgBouncer') !== undefined)(
  'with fewer connections than the pools may hold',
  () => {
    it('every request of every instance is answered: who is refused a connection waits for one of its own', async () => {
      const services: TestService[] = [];
      for (let instance = 0; instance < INSTANCES; instance += 1) {
        const service = await startService({ on: { ...database, target } });
        opened.push(service.close);
        await service.database.query({ text: 'SELECT' });
        services.push(service);
      }
      const { apiKey } = (await services[0]?.account()) ?? { apiKey: '' };
      const request = async (service: TestService) => {
        const response = await fetch(`${service.url}/v1/trips`, { headers: { authorization: `Bearer ${apiKey}` } });
        return response.status;
      };
      for (let round = 0; round < 3; round += 1) {
        const requests = services.flatMap((service) => Array.from({ length: 40 }, () => request(service)));
        const statuses = await Promise.all(requests);
        expect(statuses.filter((status) => status !== 200)).toEqual([]);
      }
      const open = services.map(({ database: { pool } }) => pool.totalCount);
      expect(open.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(LIMIT);
    });

    it('a command waits until there is one', async () => {
      await Promise.all(opened.splice(0).map((close) => close()));
      const others = Array.from({ length: LIMIT }, () => new pg.Client(target));
      for (const other of others) await other.connect();
      const waited = sleep(500).then(() => Promise.all(others.map((other) => other.end())));
      expect(await operatorOn({ DATABASE_URL: url }).json('accounts list')).toHaveLength(1);
      await waited;
    });
  },
);
