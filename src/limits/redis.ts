import { Redis } from 'ioredis';
import type { Logger } from 'pino';

// A limit is not worth waiting for: past this, the process counts for itself.
const PATIENCE_MS = 250;

/** A connection that fails at once rather than queue, reconnects by itself, and says when Redis goes and comes. */
export function connectRedis(url: string, log: Pick<Logger, 'warn' | 'info'>): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: PATIENCE_MS,
    socketTimeout: 2 * PATIENCE_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  let isAway = false;
  redis.on('ready', () => {
    log.info(isAway ? 'redis is back: rate limits are shared again' : 'rate limits are shared through redis');
    isAway = false;
  });
  redis.on('close', () => {
    if (!isAway) log.warn('redis is away: this process counts rate limits on its own until it is back');
    isAway = true;
  });
  redis.on('error', () => {}); // every failure also closes the connection, which is told above
  return redis;
}
