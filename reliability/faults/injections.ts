import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/random.ts';
import type { TcpProxy, Weather } from './proxy.ts';
import type { Stand, World } from './world.ts';

export interface Injection {
  name: string;
  /** Why it cannot be injected in this world; undefined if it can. */
  impossible?(world: World): string | undefined;
  /** Breaks something, holds it so for a while, and takes the cause away. */
  run(world: World, random: Random): Promise<void>;
}

const seconds = (random: Random, from: number, to: number) => sleep(random.between(from * 1000, to * 1000));

/** One service or both. */
const chosenStands = ({ stands }: World, random: Random): Stand[] =>
  random.happens(0.3) ? stands : [random.pick(stands)];

const overServices = (name: string, act: (stand: Stand, random: Random) => Promise<void>): Injection => ({
  name,
  run: async (world, random) => {
    const chosen = chosenStands(world, random);
    await Promise.all(chosen.map((stand) => act(stand, random.fork(stand.service.name))));
  },
});

/** The same trouble on the way to the database, and on the way from the clients. */
function overNetworks(name: string, act: (proxy: TcpProxy, random: Random) => Promise<void>): Injection[] {
  return [
    overServices(`database connections ${name}`, ({ back }, random) => act(back, random)),
    overServices(`client connections ${name}`, ({ front }, random) => act(front, random)),
  ];
}

async function underWeather(proxy: TcpProxy, weather: Weather, hold: Promise<void>): Promise<void> {
  proxy.setWeather(weather);
  await hold;
  proxy.setWeather({ kind: 'clear' });
}

async function frozen(pids: number[], hold: () => Promise<void>): Promise<void> {
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of pids) send(pid, signal);
  };
  signalAll('SIGSTOP');
  await hold();
  signalAll('SIGCONT');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // it has ended meanwhile
  }
}

const services: Injection[] = [
  overServices('service killed', async ({ service }) => service.signal('SIGKILL')),
  overServices('service stopped gently', async ({ service }) => service.signal('SIGTERM')),
  overServices('service frozen', async ({ service }, random) => {
    service.signal('SIGSTOP');
    await seconds(random, 1, 6);
    service.signal('SIGCONT');
  }),
  overServices('clock stepped', async ({ service }, random) => {
    const hours = random.between(1, 72) * (random.happens(0.5) ? 1 : -1);
    service.stepClock(hours * 3_600_000);
    await seconds(random, 1, 4);
    service.stepClock(0);
  }),
];

const networks: Injection[] = [
  ...overNetworks('cut', async (proxy, random) => {
    proxy.cut();
    if (random.happens(0.5)) await underWeather(proxy, { kind: 'closed' }, seconds(random, 1, 4));
  }),
  ...overNetworks('half-open', async (proxy) => proxy.forget()),
  ...overNetworks('held', (proxy, random) => underWeather(proxy, { kind: 'held' }, seconds(random, 1, 7))),
  ...overNetworks('slow', (proxy, random) =>
    underWeather(proxy, { kind: 'slow', delayMs: random.between(20, 300) }, seconds(random, 1, 4)),
  ),
  ...overNetworks('truncated', (proxy, random) => underWeather(proxy, { kind: 'truncated' }, seconds(random, 1, 3))),
];

const database: Injection[] = [
  {
    name: 'database backend killed',
    async run({ database }, random) {
      send(random.pick(await database.backends()), 'SIGKILL');
    },
  },
  {
    name: 'database backends told to go',
    async run({ database }) {
      for (const pid of await database.backends()) send(pid, 'SIGTERM');
    },
  },
  { name: 'database killed', run: async ({ database }) => send(database.postmaster(), 'SIGKILL') },
  {
    name: 'database frozen',
    run: async ({ database }, random) => frozen(await database.processes(), () => seconds(random, 1, 7)),
  },
  {
    name: 'disk full',
    impossible: ({ disk }) => (disk.canFill ? undefined : 'only root can make a small disk'),
    async run({ disk, database }, random) {
      disk.fill();
      await seconds(random, 2, 5);
      const canGrow = await database.canGrow();
      disk.empty();
      if (canGrow) throw new Error('the disk was full, and PostgreSQL went on writing');
    },
  },
];

const withRedis = (name: string, run: (redis: NonNullable<World['redis']>, random: Random) => Promise<void>) => ({
  name,
  impossible: ({ redis }: World) => (redis ? undefined : 'there is no redis-server on the path'),
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

/** Injects all of them at once; answers with those that found something to break. There must be one. */
export async function strike(together: readonly Injection[], world: World, random: Random): Promise<Injection[]> {
  const results = await Promise.allSettled(together.map(({ name, run }) => run(world, random.fork(name))));
  const struck = together.filter((_, index) => results[index]?.status === 'fulfilled');
  const [failed] = results.filter((result) => result.status === 'rejected');
  if (failed && struck.length === 0) throw new Error(`not injected: ${namesOf(together)}`, { cause: failed.reason });
  return struck;
}

export const namesOf = (together: readonly Injection[]): string => together.map(({ name }) => name).join(' + ');

export const injections: readonly Injection[] = [...services, ...networks, ...database, ...redis];
