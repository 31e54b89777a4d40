import { freePort } from '../support/process.ts';
import type { Random } from '../support/random.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../support/redis.ts';
import { type Account, type DatabaseUnderTest, startDatabase } from './databaseUnderTest.ts';
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

const FAR_LIMITS = { RATE_LIMIT_IP: '10000000/60', RATE_LIMIT_TIERS: 'STANDARD=10000000/60' };

/** Two services on one PostgreSQL, with Redis where there is one, and a proxy on each way that bytes take. */
export async function buildWorld(random: Random, accountCount: number): Promise<World> {
  const opened: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await each();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => close().finally(() => process.exit(130)));
  try {
    const disk = makeDisk();
    opened.push(disk.close);
    const database = await startDatabase(`${disk.directory}/data`);
    opened.push(database.close);
    const redis = hasRedisServer ? await startRedis() : undefined;
    opened.push(async () => redis?.close());
    const stands: Stand[] = [];
    for (const name of ['A', 'B']) {
      const back = await startProxy({ path: database.socket }, random.fork(`back ${name}`));
      opened.push(back.close);
      const service = await superviseService(name, await freePort(), {
        DATABASE_URL: `postgres://postgres@127.0.0.1:${back.port}/postgres`,
        ...FAR_LIMITS,
        ...(redis ? { REDIS_URL: redis.url } : {}),
      });
      opened.push(service.close);
      const front = await startProxy({ port: service.port, host: '127.0.0.1' }, random.fork(`front ${name}`));
      opened.push(front.close);
      stands.push({ service, front, back });
    }
    const accounts = await database.openAccounts(accountCount);
    return { stands, database, redis, disk, accounts, close };
  } catch (error) {
    await close();
    throw error;
  }
}
