import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Whether Redis counts at present, told in the log when it changes, for whatever reason. */
export interface SharedCounters {
  redis: Redis;
  isAway(): boolean;
  noteFailure(reason: string): void;
  noteSuccess(): void;
}

export function watchRedis(redis: Redis, log: Pick<Logger, 'warn' | 'info'>): SharedCounters {
  let state: 'unknown' | 'here' | 'away' = 'unknown';
  const noteFailure = (reason: string) => {
    if (state !== 'away')
      log.warn({ reason }, 'redis is away: this process counts rate limits on its own until it is back');
    state = 'away';
  };
  const noteSuccess = () => {
    if (state === 'unknown') log.info('rate limits are shared through redis');
    if (state === 'away') log.info('redis is back: rate limits are shared again');
    state = 'here';
  };
  redis.on('ready', noteSuccess);
  redis.on('close', () => noteFailure('connection closed'));
  return { redis, isAway: () => state === 'away' || redis.status !== 'ready', noteFailure, noteSuccess };
}
