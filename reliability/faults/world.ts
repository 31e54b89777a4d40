import type { Account } from '../support/accounts.ts';
import { closeOnSignals, openedParts } from '../support/closing.ts';
import { freePort, HIGH_RATE_LIMITS } from '../support/process.ts';
import type { Random } from '../support/random.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../support/redis.ts';
import { type DatabaseUnderTest, startDatabase } from './databaseUnderTest.ts';
import { type Disk, makeDisk } from './disk.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { type ServiceUnderTest, superviseService } from './serviceUnderTest.ts';

/** One service with the two networks it lives between. */
export interface Stand {
  service: ServiceUnderTest;
  /** Between the clients and the service. */
  front: TcpProxy;
  /** Between the service and the database. */
  back: TcpProxy;
}

export interface World {
  stands: Stand[];
  database: DatabaseUnderTest;
  redis: TestRedis | undefined;
  disk: Disk;
  accounts: Account[];
  close(): Promise<void>;
}

/** Two services on one PostgreSQL, with Redis where there is one, and a proxy on each way that bytes take. */
export async function buildWorld(random: Random, accountCount: number): Promise<World> {
  const { keep, close } = openedParts();
  closeOnSignals(close);
  const opened = <Part extends { close(): unknown }>(part: Part): Part => keep(part, () => part.close());
  try {
    const disk = opened(makeDisk());
    const database = opened(await startDatabase(`${disk.directory}/data`));
    const redis = hasRedisServer ? opened(await startRedis()) : undefined;
    const stands: Stand[] = [];
    for (const name of ['A', 'B']) {
      const back = opened(await startProxy({ path: database.socket }, random.fork(`back ${name}`)));
      const env = {
        DATABASE_URL: `postgres://postgres@127.0.0.1:${back.port}/postgres`,
        ...HIGH_RATE_LIMITS,
        ...(redis ? { REDIS_URL: redis.url } : {}),
      };
      const service = opened(await superviseService(name, await freePort(), env));
      const front = opened(await startProxy({ port: service.port, host: '127.0.0.1' }, random.fork(`front ${name}`)));
      stands.push({ service, front, back });
    }
    const accounts = await database.openAccounts(accountCount);
    return { stands, database, redis, disk, accounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
