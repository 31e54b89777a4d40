import { setTimeout as sleep } from 'node:timers/promises';
import { progress } from '../support/commandLine.ts';
import type { Random } from '../support/random.ts';
import type { ClusterUnderTest } from './clusterUnderTest.ts';
import type { NetworkCondition, TcpProxy } from './proxy.ts';
import type { ServiceInstance, World } from './world.ts';

export interface Injection {
  name: string;
  /** Why it cannot be injected in this world; undefined if it can. */
  impossible?(world: World): string | undefined;
  /** Breaks something, for a while, and removes the cause. */
  run(world: World, random: Random): Promise<void>;
}

const seconds = (random: Random, from: number, to: number) => sleep(random.between(from * 1000, to * 1000));

/** On one service, or on both. */
const onServices = (name: string, act: (instance: ServiceInstance, random: Random) => Promise<void>): Injection => ({
  name,
  run: async ({ instances }, random) => {
    const chosen = random.happens(0.3) ? instances : [random.pick(instances)];
    await Promise.all(chosen.map((instance) => act(instance, random.fork(instance.service.name))));
  },
});

/** The same fault between service and database, and between clients and service. */
function onNetworks(name: string, act: (proxy: TcpProxy, random: Random) => Promise<void>): Injection[] {
  return [
    onServices(`database connections ${name}`, ({ databaseProxy }, random) => act(databaseProxy, random)),
    onServices(`client connections ${name}`, ({ clientProxy }, random) => act(clientProxy, random)),
  ];
}

async function during(ended: Promise<void>, proxy: TcpProxy, condition: NetworkCondition): Promise<void> {
  proxy.setCondition(condition);
  await ended;
  proxy.setCondition({ kind: 'normal' });
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // it has ended meanwhile
    }
}

const services: Injection[] = [
  onServices('service killed', async ({ service }) => service.signal('SIGKILL')),
  onServices('service stopped', async ({ service }) => service.signal('SIGTERM')),
  onServices('service frozen', async ({ service }, random) => {
    service.signal('SIGSTOP');
    await seconds(random, 1, 6);
    service.signal('SIGCONT');
  }),
  onServices('clock stepped', async ({ service }, random) => {
    const hours = random.between(1, 72) * (random.happens(0.5) ? 1 : -1);
    service.stepClock(hours * 3_600_000);
    await seconds(random, 1, 4);
    service.stepClock(0);
  }),
];

const networks: Injection[] = [
  ...onNetworks('cut', async (proxy, random) => {
    proxy.cut();
    if (random.happens(0.5)) await during(seconds(random, 1, 4), proxy, { kind: 'closed' });
  }),
  ...onNetworks('half-open', async (proxy) => proxy.forget()),
  ...onNetworks('held', (proxy, random) => during(seconds(random, 1, 7), proxy, { kind: 'held' })),
  ...onNetworks('slow', (proxy, random) =>
    during(seconds(random, 1, 4), proxy, { kind: 'slow', delayMs: random.between(20, 300) }),
  ),
  ...onNetworks('truncated', (proxy, random) => during(seconds(random, 1, 3), proxy, { kind: 'truncated' })),
];

const database: Injection[] = [
  {
    name: 'database backend killed',
    async run({ database }, random) {
      signalAll([random.pick(await database.backends())], 'SIGKILL');
    },
  },
  {
    name: 'database backends terminated',
    run: async ({ database }) => signalAll(await database.backends(), 'SIGTERM'),
  },
  { name: 'database killed', run: async ({ database }) => signalAll([database.postmaster()], 'SIGKILL') },
  {
    name: 'database frozen',
    async run({ database }, random) {
      const pids = await database.processes();
      signalAll(pids, 'SIGSTOP');
      await seconds(random, 1, 7);
      signalAll(pids, 'SIGCONT');
    },
  },
  {
    name: 'disk full',
    impossible: ({ disk, cluster }) => {
      if (cluster) return 'the nodes have disks of their own';
      return disk.canFill ? undefined : 'only root can mount a small disk';
    },
    async run({ disk, database }, random) {
      disk.fill();
      await seconds(random, 2, 5);
      const canGrow = await database.canGrow();
      disk.empty();
      if (canGrow) throw new Error('the disk was full, and PostgreSQL could still write');
    },
  },
];

const onCluster = (name: string, run: (cluster: ClusterUnderTest, random: Random) => Promise<void>): Injection => ({
  name,
  run: async ({ cluster }, random) => (cluster ? run(cluster, random) : undefined),
});

/** What can happen to the nodes of a cluster beyond what happens to one database; "database" above is the coordinator. */
const nodes: Injection[] = [
  onCluster('worker killed', async ({ workers }, random) => signalAll([random.pick(workers).postmaster()], 'SIGKILL')),
  onCluster('connections between nodes cut', async ({ coordinator, workers }, random) => {
    const { proxy } = random.pick([coordinator, ...workers]);
    proxy.cut();
    if (random.happens(0.5)) await during(seconds(random, 1, 4), proxy, { kind: 'closed' });
  }),
  onCluster('connections between nodes held', ({ coordinator, workers }, random) =>
    during(seconds(random, 1, 4), random.pick([coordinator, ...workers]).proxy, { kind: 'held' }),
  ),
  onCluster('shard moved', (cluster, random) => cluster.moveShard(random)),
  {
    name: 'node added and removed',
    impossible: ({ cluster }) => (cluster?.addAndRemoveNode ? undefined : 'DATABASE_SPARE_NODE names no node to add'),
    run: async ({ cluster }) => cluster?.addAndRemoveNode?.(),
  },
];

const withRedis = (name: string, run: (redis: NonNullable<World['redis']>, random: Random) => Promise<void>) => ({
  name,
  impossible: ({ redis }: World) => (redis ? undefined : 'there is no redis-server on the PATH'),
  run: async ({ redis }: World, random: Random) => (redis ? run(redis, random) : undefined),
});

const redis: Injection[] = [
  withRedis('redis killed', async (server, random) => {
    await server.kill();
    await seconds(random, 1, 3);
    await server.start();
  }),
  withRedis('redis frozen', async (server, random) => {
    server.hang();
    await seconds(random, 1, 3);
    server.wakeUp();
  }),
];

/** Injects all of them at once; returns those that found something to break. There must be one. */
export async function injectTogether(
  together: readonly Injection[],
  world: World,
  random: Random,
): Promise<Injection[]> {
  const results = await Promise.allSettled(together.map(({ name, run }) => run(world, random.fork(name))));
  const injected = together.filter((_, index) => results[index]?.status === 'fulfilled');
  const [failed] = results.filter((result) => result.status === 'rejected');
  if (failed) progress(`something found nothing to break: ${failed.reason}`);
  if (failed && injected.length === 0) throw new Error(`not injected: ${namesOf(together)}`, { cause: failed.reason });
  return injected;
}

export const namesOf = (together: readonly Injection[]): string => together.map(({ name }) => name).join(' + ');

export const injections: readonly Injection[] = [...services, ...networks, ...database, ...redis];

interface PlannedFault {
  injections: Injection[];
  random: Random;
}

/** Every possible fault once per round, in random order; sometimes a second one is injected at the same time. */
export function* planFaults(world: World, random: Random): Generator<PlannedFault, never> {
  const possible = possibleIn(world);
  for (let count = 0; ; ) {
    for (const injection of random.shuffle(possible)) {
      const second = random.happens(0.2) ? random.pick(possible.filter((other) => other !== injection)) : undefined;
      count += 1;
      yield { injections: second ? [injection, second] : [injection], random: random.fork(`fault ${count}`) };
    }
  }
}

const injectionsFor = ({ cluster }: World) => (cluster ? [...injections, ...nodes] : injections);

export const possibleIn = (world: World): Injection[] =>
  injectionsFor(world).filter(({ impossible }) => impossible?.(world) === undefined);

/** The faults that are impossible here, and why. */
export const skippedIn = (world: World): string[] =>
  injectionsFor(world).flatMap(({ name, impossible }) => {
    const reason = impossible?.(world);
    return reason === undefined ? [] : [`${name}: ${reason}`];
  });
