import { Redis } from 'ioredis';

// A limit is not worth a longer wait: after this, the process counts locally.
const TIMEOUT_MS = 250;

/** A connection that fails at once instead of queueing, and reconnects by itself. */
export function connectRedis(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: TIMEOUT_MS,
    socketTimeout: 2 * TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  redis.on('error', () => {}); // every failure also closes the connection, which is handled
  return redis;
}
