import { ACCOUNT_PREFIX } from '../database/accounts.ts';
import { fillTrips, settle } from '../database/fill.ts';
import { runPgbench } from '../database/pgbench.ts';
import { TRIP_PREFIX } from '../database/statement.ts';
import { SPREAD_TRIP_ID, spreadTripIds } from './againstBareServer.ts';
import { type Bench, nextRun, rateOnly } from './limits.ts';
import { cancelling } from './requests.ts';
import type { Row, Side } from './row.ts';
import { CONNECTIONS, serviceSide } from './sides.ts';
import { LIMIT_CLIENTS } from './world.ts';

// Trips to cancel in all slices of a row together, on each side. When they are used up, a slice ends early.
const POOL = 48_000;
const POOL_PER_CLIENT = POOL / LIMIT_CLIENTS;
// In pgbench's first slice, whose rate tells how many fit into the next.
const FIRST_TIMES = 100;

export const cancelRow = (world: Bench) => row(world, world.watched.cancel, false);
export const keyedCancelRow = (world: Bench) => row(world, world.watched.keyedCancel, true);

async function row(world: Bench, statement: string, isKeyed: boolean): Promise<Row> {
  const title = isKeyed ? 'cancel, with Idempotency-Key' : 'cancel, no Idempotency-Key';
  const account = isKeyed ? world.accounts.keyedCancel : world.accounts.cancel;
  const pool = { trips: POOL, are: 'confirmed', withHistory: true } as const;
  await fillTrips(
    world.client,
    { ...pool, accountId: `'${account.accountId}'`, tripId: SPREAD_TRIP_ID },
    world.watched.trip,
  );
  const limit = await cancellationLimit(world, statement, pool);
  await settle(world.client);
  world.generator.prepare(title, cancelling(account.apiKey, spreadTripIds(POOL), isKeyed));
  const subject = serviceSide(world, title, { connections: CONNECTIONS, expectedStatus: 200 });
  return { title, subject, limit, compare: 'rate', aim: { atLeast: 0.9 } };
}

/** pgbench: each client has an account of its own with trips to cancel, numbered from 1. */
async function cancellationLimit(
  world: Bench,
  statement: string,
  pool: { trips: number; are: 'confirmed'; withHistory: boolean },
): Promise<Side> {
  const { sockets, user, password } = world.cluster;
  const program = world.pgbench;
  if (program === undefined) throw new Error('without pgbench there is no limit for cancelling');
  const run = nextRun();
  await fillTrips(
    world.client,
    {
      ...pool,
      accountId: `'${ACCOUNT_PREFIX}' || (100000 + (n - 1) % ${LIMIT_CLIENTS})`,
      tripId: `'${TRIP_PREFIX}' || ((${run}::bigint * 100000000 + (n - 1) / ${LIMIT_CLIENTS} + 1) * 1000 + (n - 1) % ${LIMIT_CLIENTS})`,
    },
    world.watched.trip,
  );
  let used = 0;
  let perSecond = 0;
  return {
    name: 'pgbench',
    async run(seconds) {
      const wanted = perSecond === 0 ? FIRST_TIMES : Math.ceil((perSecond * seconds) / LIMIT_CLIENTS);
      const times = Math.min(wanted, POOL_PER_CLIENT - used);
      if (times <= 0)
        return {
          ...rateOnly({ perSecond: Number.NaN, transactions: 0 }),
          faults: { 'no trips are left to cancel': 1 },
        };
      const until = { times };
      const result = await runPgbench({
        program,
        sockets,
        user,
        password,
        statement,
        clients: LIMIT_CLIENTS,
        until,
        run,
        from: used,
      });
      used += times;
      perSecond = result.perSecond;
      return rateOnly(result);
    },
  };
}
