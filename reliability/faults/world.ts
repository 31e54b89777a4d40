import type { Account } from '../support/accounts.ts';
import { closeOnSignals, openedParts } from '../support/closing.ts';
import { freePort, HIGH_RATE_LIMITS } from '../support/process.ts';
import type { Random } from '../support/random.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../support/redis.ts';
import { type ClusterUnderTest, startCluster } from './clusterUnderTest.ts';
import { type DatabaseUnderTest, type Disk, type Entry, makeDisk, startDatabase } from './databaseUnderTest.ts';
import { createExchange } from './exchange.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type ServiceUnderTest, superviseService } from './serviceUnderTest.ts';
import { subscribe } from './webhooks.ts';

/** One service with the proxies to its clients and to its database. */
export interface ServiceInstance {
  service: ServiceUnderTest;
  clientProxy: TcpProxy;
  databaseProxy: TcpProxy;
}

export interface World {
  instances: ServiceInstance[];
  database: DatabaseUnderTest;
  /** The database, if it is a Citus cluster. */
  cluster: ClusterUnderTest | undefined;
  redis: TestRedis | undefined;
  disk: Disk;
  accounts: Account[];
  /** Where the endpoint of each account is. */
  receiver: Receiver;
  close(): Promise<void>;
}

/**
 * Two services on one PostgreSQL, or on two nodes of a Citus cluster, with Redis if it is installed, a proxy on each network path,
 * and a receiver of webhooks for every account.
 */
export async function buildWorld(
  random: Random,
  accountCount: number,
  { nodes, spareNode }: { nodes?: string | undefined; spareNode?: string | undefined } = {},
): Promise<World> {
  const { keep, close } = openedParts();
  closeOnSignals(close);
  const opened = <Part extends { close(): unknown }>(part: Part): Part => keep(part, () => part.close());
  try {
    const disk = opened(makeDisk());
    const cluster = nodes ? opened(await startCluster(nodes, random.fork('cluster'), spareNode)) : undefined;
    const database = cluster ?? opened(await startDatabase(`${disk.directory}/data`));
    const redis = hasRedisServer ? opened(await startRedis()) : undefined;
    const receiver = opened(await startReceiver(random.fork('receiver')));
    const instances: ServiceInstance[] = [];
    for (const [index, name] of ['A', 'B'].entries()) {
      const entry = database.entries[index % database.entries.length] as Entry;
      const databaseProxy = opened(await startProxy(entry.target, random.fork(`back ${name}`)));
      const env = {
        ...entry.env(databaseProxy.port),
        WEBHOOK_TARGETS: 'any',
        ...HIGH_RATE_LIMITS,
        ...(redis ? { REDIS_URL: redis.url } : {}),
      };
      const service = opened(await superviseService(name, await freePort(), env));
      const clientTarget = { port: service.port, host: '127.0.0.1' };
      const clientProxy = opened(await startProxy(clientTarget, random.fork(`front ${name}`)));
      instances.push({ service, clientProxy, databaseProxy });
    }
    const accounts = await database.openAccounts(accountCount);
    await subscribeAll(accounts, instances, receiver);
    return { instances, database, cluster, redis, disk, accounts, receiver, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function subscribeAll(accounts: Account[], [instance]: ServiceInstance[], receiver: Receiver): Promise<void> {
  const exchange = createExchange();
  for (const account of accounts) await subscribe(exchange, instance?.service.port ?? 0, account, receiver);
  exchange.close();
}
