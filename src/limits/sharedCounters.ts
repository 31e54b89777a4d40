import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { type Count, consume, limiterOptions, type Policy } from './counting.ts';

type Log = Pick<Logger, 'warn' | 'info'>;

/** Counters shared by several processes, which may be unavailable. */
export interface SharedCounters extends Watch {
  /** Their name in logs and /readyz. */
  name: string;
  /** Rejects when counting fails. */
  counterOf(policy: Policy): Count;
}

export interface Watch {
  isUnavailable(): boolean;
  noteFailure(reason: string): void;
  noteSuccess(): void;
}

/** Whether the counters are reachable; changes are logged. */
export function watchCounters(name: string, log: Log): Watch {
  let state: 'unknown' | 'available' | 'unavailable' = 'unknown';
  return {
    isUnavailable: () => state === 'unavailable',
    noteFailure(reason) {
      if (state !== 'unavailable')
        log.warn({ reason }, `${name} is unavailable: this process counts rate limits on its own until it is back`);
      state = 'unavailable';
    },
    noteSuccess() {
      if (state === 'unknown') log.info(`rate limits are shared through ${name}`);
      if (state === 'unavailable') log.info(`${name} is back: rate limits are shared again`);
      state = 'available';
    },
  };
}

/** A wrong password or user, and none where one is needed; the last is how Redis 5 says it. */
const REFUSED_LOGIN = /^(?:WRONGPASS|NOAUTH|ERR invalid password)/;

export function watchRedis(redis: Redis, log: Log): SharedCounters & { leave(): void } {
  const watch = watchCounters('redis', log);
  // A start keeps the process busy, so its first connection can time out although Redis answers. The second one counts.
  let isFirst = true;
  let refusal: string | undefined;
  redis.on('error', ({ message }: Error) => {
    const isKnown = refusal !== undefined;
    refusal = REFUSED_LOGIN.test(message) ? `login refused: ${message}` : undefined;
    if (refusal !== undefined && !isKnown && watch.isUnavailable())
      log.warn({ reason: refusal }, 'redis answers again, but refuses the login of this process');
  });
  const noteClosed = () => {
    if (!isFirst || refusal !== undefined) watch.noteFailure(refusal ?? 'connection closed');
    isFirst = false;
  };
  redis.on('ready', () => {
    isFirst = false;
    refusal = undefined;
    watch.noteSuccess();
  });
  redis.on('close', noteClosed);
  return {
    ...watch,
    name: 'redis',
    leave() {
      redis.off('close', noteClosed); // closing on purpose is not a failure
      redis.disconnect();
    },
    isUnavailable: () => watch.isUnavailable() || redis.status !== 'ready',
    counterOf(policy) {
      const options = { ...limiterOptions(policy), storeClient: redis, rejectIfRedisNotReady: true };
      const limiter = new RateLimiterRedis(options);
      return (key, points) => consume(limiter, key, points);
    },
  };
}
