import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Host, isRefused } from './connect.ts';
import { isDatabaseUnavailable } from './failures.ts';

/** Gets a connection out of a pool. */
export type CheckOut = () => Promise<pg.PoolClient>;

/** After that, a pool that was refused a connection may ask for more again: another process may have ended. */
const GROW_AGAIN_MS = 5_000;
const ASK_AGAIN_MS = 100;

/** What a pool of connections to one host does not do by itself. */
export const checkingOut = (pool: pg.Pool, hosts: Host[], timeoutMs: number): CheckOut =>
  waitingForOwn(pool, fromAnyHost(pool, hosts), timeoutMs);

/** A connection that cannot be opened is tried on the other hosts. The one that worked last is tried first. */
function fromAnyHost(pool: pg.Pool, hosts: Host[]): CheckOut {
  let current = 0;
  const moveOnFrom = (tried: number) => {
    if (current !== tried) return; // another caller did
    current = (current + 1) % hosts.length;
    Object.assign(pool.options, hosts[current]);
  };
  const connect = async (otherHosts: number): Promise<pg.PoolClient> => {
    const tried = current;
    try {
      return await pool.connect();
    } catch (error) {
      if (otherHosts === 0 || isRefused(error) || !isDatabaseUnavailable(error)) throw error;
      moveOnFrom(tried);
      return connect(otherHosts - 1);
    }
  };
  return () => connect(hosts.length - 1);
}

/**
 * If the server has no connection left, the pool makes do for a while with those that it has, and callers wait for one of
 * them. A pool that has none asks again.
 */
function waitingForOwn(pool: pg.Pool, connect: CheckOut, timeoutMs: number): CheckOut {
  const { options } = pool;
  const wanted = options.max;
  let open = 0;
  pool.on('connect', () => {
    open += 1;
  });
  pool.on('remove', () => {
    open -= 1;
  });
  const makeDo = () => {
    if (options.max === wanted)
      setTimeout(() => {
        options.max = wanted;
      }, GROW_AGAIN_MS).unref();
    options.max = Math.max(1, open);
  };
  return async () => {
    for (const deadline = performance.now() + timeoutMs; ; await sleep(open === 0 ? ASK_AGAIN_MS : 0)) {
      try {
        return await connect();
      } catch (error) {
        if (!isRefused(error) || performance.now() > deadline) throw error;
        makeDo();
      }
    }
  };
}
