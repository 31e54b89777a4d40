import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startProcess } from '../../reliability/support/process.ts';
import { hasRedisServer, startRedis, type TestRedis } from '../../reliability/support/redis.ts';
import { connectRedis } from '../../src/limits/redis.ts';
import { watchRedis } from '../../src/limits/sharedCounters.ts';
import { call } from '../support/client.ts';
import { createTestDatabase } from '../support/database.ts';
import { startService, type TestService } from '../support/service.ts';

if (!hasRedisServer) console.warn('redis-server is not on PATH: the tests of shared rate limits are skipped');

interface Instance {
  service: TestService;
  redis: Redis;
  logged: string[];
}

describe.skipIf(!hasRedisServer)('rate limits in Redis', () => {
  let redis: TestRedis;
  let instances: Instance[] = [];

  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  afterEach(async () => {
    for (const { service, redis: connection } of instances) {
      connection.disconnect();
      await service.close();
    }
    instances = [];
  });

  async function startInstance(env: Record<string, string>): Promise<Instance> {
    const logged: string[] = [];
    const note = (...said: unknown[]) => void logged.push(String(said.at(-1)));
    const connection = connectRedis(redis.url);
    const shared = watchRedis(connection, { info: note, warn: note });
    const service = await startService({ env, shared });
    const instance = { service, redis: connection, logged };
    instances.push(instance);
    await expect.poll(() => connection.status).toBe('ready');
    return instance;
  }

  const remaining = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const get = ({ service }: Instance, path = '/nowhere') => call(service.url, 'GET', path);

  describe('while it answers', () => {
    beforeEach(() => redis.kill().then(() => redis.start()));

    it('are one count for all instances', async () => {
      const env = { RATE_LIMIT_IP: '6/60' };
      const [one, two] = [await startInstance(env), await startInstance(env)];
      const left: number[] = [];
      for (const instance of [one, two, two, one, one, two]) left.push(remaining((await get(instance)).headers));
      expect(left).toEqual([5, 4, 3, 2, 1, 0]);
      for (const instance of [one, two]) {
        const { status, headers } = await get(instance);
        expect([status, headers.get('ratelimit-policy')]).toEqual([429, '"ip";q=6;w=60']);
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(50);
      }
      expect(one.logged).toEqual(['rate limits are shared through redis']);
    });

    it('let through exactly as many as allowed when many come at once', async () => {
      const env = { RATE_LIMIT_IP: '30/60' };
      const [one, two] = [await startInstance(env), await startInstance(env)];
      const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => get(index % 2 ? one : two)));
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(30);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
    });

    it('end with their window', async () => {
      const instance = await startInstance({ RATE_LIMIT_IP: '1/1' });
      expect([(await get(instance)).status, (await get(instance)).status]).toEqual([404, 429]);
      await expect.poll(async () => (await get(instance)).status, { timeout: 3_000 }).toBe(404);
    });

    it('keep an idle connection open', async () => {
      const instance = await startInstance({ RATE_LIMIT_IP: '100/60' });
      await get(instance);
      let isClosed = false;
      instance.redis.once('close', () => {
        isClosed = true;
      });
      // Longer than any of the connection's own timeouts for an answer.
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect([isClosed, remaining((await get(instance)).headers)]).toEqual([false, 98]);
    });
  });

  it('are counted by each instance itself when Redis dies under load, and in Redis again when it is back', async () => {
    const instance = await startInstance({ RATE_LIMIT_TIERS: 'STANDARD=200/60', RATE_LIMIT_IP: '100000/60' });
    const { api } = await instance.service.account();
    const seen = { before: [] as number[], after: [] as number[] };
    const run = { phase: 'before' as keyof typeof seen, isOver: false };
    const callers = Array.from({ length: 6 }, async () => {
      while (!run.isOver) seen[run.phase].push((await api.list()).status);
    });
    await expect.poll(() => seen.before.length, { interval: 5 }).toBeGreaterThan(30);
    await redis.kill();
    run.phase = 'after';
    const refused = () => seen.after.filter((status) => status === 429).length;
    await expect.poll(refused, { timeout: 10_000 }).toBeGreaterThan(9);
    run.isOver = true;
    await Promise.all(callers);
    expect(new Set([...seen.before, ...seen.after])).toEqual(new Set([200, 429]));
    expect(instance.logged.at(-1)).toBe(
      'redis is unavailable: this process counts rate limits on its own until it is back',
    );
    expect(instance.logged).toHaveLength(2);

    await redis.start();
    await expect.poll(() => instance.redis.status, { timeout: 5_000 }).toBe('ready');
    // A Redis that starts empty counts from 0: had the process continued to count by itself, this would be a 429.
    const { status, headers } = await api.list();
    expect([status, headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"tier-standard";r=199;')]);
    expect(instance.logged.at(-1)).toBe('redis is back: rate limits are shared again');
  });

  it('are counted by the instance itself, which says so, while Redis answers but cannot count', async () => {
    const instance = await startInstance({ RATE_LIMIT_IP: '1000/60' });
    await get(instance);
    await instance.redis.config('SET', 'maxmemory', '1'); // it then refuses every write
    expect((await get(instance)).status).toBe(404);
    expect(instance.logged.at(-1)).toContain('redis is unavailable');
    expect((await get(instance, '/readyz')).body).toEqual({
      status: 'ready',
      rateLimits: 'memory, redis is unavailable',
    });
    await instance.redis.config('SET', 'maxmemory', '0');
    expect((await get(instance)).status).toBe(404);
    expect(instance.logged.at(-1)).toContain('redis is back');
    expect((await get(instance, '/readyz')).body).toEqual({ status: 'ready', rateLimits: 'redis' });
  });

  it('do not keep a request waiting when Redis hangs', async () => {
    const instance = await startInstance({ RATE_LIMIT_IP: '40/60' });
    redis.hang();
    try {
      const startedAt = performance.now();
      const first = await Promise.all(Array.from({ length: 20 }, () => get(instance)));
      expect(performance.now() - startedAt).toBeLessThan(2_000);
      expect(new Set(first.map(({ status }) => status))).toEqual(new Set([404]));
      await expect.poll(() => instance.logged.at(-1), { timeout: 3_000 }).toContain('redis is unavailable');
      const awayAt = performance.now();
      const statuses: number[] = [];
      for (let turn = 0; turn < 30; turn += 1) statuses.push((await get(instance)).status);
      // Waiting for Redis a quarter second each, they would take more than seven.
      expect(performance.now() - awayAt).toBeLessThan(3_000);
      expect(statuses).toEqual([...Array(20).fill(404), ...Array(10).fill(429)]);
    } finally {
      redis.wakeUp();
    }
    await expect.poll(() => instance.redis.status, { timeout: 8_000 }).toBe('ready');
  });

  describe('with a password', () => {
    const PASSWORD = 'a password of Redis';
    beforeEach(() => redis.kill().then(() => redis.start(PASSWORD)));
    afterEach(() => redis.kill().then(() => redis.start()));

    /** The reason and the text of each warning. */
    function watched(url: string) {
      const warnings: string[] = [];
      const counters = watchRedis(connectRedis(url), {
        info() {},
        warn: ({ reason }: { reason: string }, text: string) => void warnings.push(`${text} (${reason})`),
      } as never);
      return { warnings, counters };
    }

    it.each([
      ['a wrong password', ':wrong@', 'WRONGPASS'],
      ['no password', '', 'NOAUTH'],
      ['a wrong user', `nobody:${encodeURIComponent(PASSWORD)}@`, 'WRONGPASS'],
    ])('are reported with the reason that the login was refused: %s', async (_what, login, code) => {
      const { warnings, counters } = watched(redis.url.replace('//', `//${login}`));
      await expect.poll(() => warnings).toHaveLength(1);
      counters.leave();
      expect(warnings[0]).toMatch(new RegExp(`^redis is unavailable: .* \\(login refused: ${code} [^)]*\\)$`));
      expect(warnings[0]).not.toContain(PASSWORD);
    });

    it('are reported so too if the password changed while Redis was away', async () => {
      await redis.kill();
      await redis.start();
      const { warnings, counters } = watched(redis.url);
      await expect.poll(() => counters.isUnavailable()).toBe(false);
      await redis.kill();
      await expect.poll(() => warnings).toEqual([expect.stringContaining('(connection closed)')]);
      await redis.start(PASSWORD);
      await expect
        .poll(() => warnings.slice(1), { timeout: 5_000 })
        .toEqual([
          expect.stringMatching(/^redis answers again, but refuses the login of this process \(login refused: NOAUTH /),
        ]);
      counters.leave();
    });
  });

  it('are reported by /readyz of a running service, which starts without Redis too', async () => {
    await redis.kill();
    const database = await createTestDatabase();
    const running = await startProcess({ env: { ...database.env, REDIS_URL: redis.url } });
    try {
      const keptIn = async () => (await call(running.url, 'GET', '/readyz')).body.rateLimits;
      expect(await keptIn()).toBe('memory, redis is unavailable');
      await expect.poll(running.output, { timeout: 5_000 }).toContain('redis is unavailable');
      await redis.start();
      await expect.poll(keptIn, { timeout: 5_000 }).toBe('redis');
      expect(await running.stop()).toBe(0);
      expect(running.output().match(/redis is unavailable/g)).toHaveLength(1);
    } finally {
      running.child.kill('SIGKILL');
      await database.drop();
    }
  });
});
