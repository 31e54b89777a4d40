import { openAccounts } from '../database/accounts.ts';
import { LEAN_BOOKING, makeLeanTables } from '../database/lean.ts';
import { HOW_TO_GET_PGBENCH } from '../database/pgbench.ts';
import type { Prepared } from './catalogue.ts';
import { withCosts } from './costs.ts';
import { type Bench, creationLimit, nextRun, withoutServer } from './limits.ts';
import { creation } from './requests.ts';
import type { Row } from './row.ts';
import { CONNECTIONS, serviceSide } from './sides.ts';

const MANY_ACCOUNTS = 1_000;
const FIRST_OF_MANY = 1_000;
const created = { connections: CONNECTIONS, expectedStatus: 201 };

/** Bookings against two limits, and what a booking costs. */
export async function createRows(world: Bench): Promise<Prepared> {
  await makeLeanTables(world.client);
  world.generator.prepare('create', creation([world.accounts.booking.apiKey]));
  const { side, figures } = withCosts(world, serviceSide(world, 'create', created), { databaseCpu: 170, wal: 2_400 });
  const row = (title: string, statement: string, aim: Row['aim']): Row => {
    return { title, subject: side, limit: creationLimit(world, statement), compare: 'rate', aim };
  };
  // The first change of a page after a checkpoint writes all of it to the log. After this one, that is left to the warm-up.
  await world.client.query('CHECKPOINT');
  return {
    rows: [
      row('create, new rider, fresh key', world.watched.create, { atLeast: 1 }),
      row('create : lean limit', LEAN_BOOKING, undefined),
    ],
    figures: async () => figures(),
    unavailable:
      world.pgbench === undefined ? `create: compared with a bare driver, because ${HOW_TO_GET_PGBENCH}` : undefined,
  };
}

export async function manyAccountsRow(world: Bench): Promise<Row> {
  const accounts = await openAccounts(world.client, FIRST_OF_MANY, MANY_ACCOUNTS);
  world.generator.prepare('create in many', creation(accounts.map(({ apiKey }) => apiKey)));
  world.generator.prepare('create in one', creation([world.accounts.booking.apiKey]));
  return {
    title: 'create, 1,000 accounts : one',
    subject: serviceSide(world, 'create in many', created, '1,000 accounts'),
    limit: serviceSide(world, 'create in one', created, 'one account'),
    compare: 'rate',
    aim: { atLeast: 0.9 },
  };
}

export async function oneConnectionRow(world: Bench): Promise<Row> {
  const { sockets, user, password } = world.cluster;
  world.generator.prepare('create alone', creation([world.accounts.booking.apiKey]));
  return {
    title: 'create, 1 connection : bare pg',
    subject: serviceSide(world, 'create alone', { ...created, connections: 1 }),
    limit: {
      name: 'bare pg',
      run: async (seconds) =>
        withoutServer(
          await world.inserter.run({
            sockets,
            user,
            password,
            statement: world.watched.create,
            clients: 1,
            seconds,
            run: nextRun(),
          }),
        ),
    },
    compare: 'time',
    aim: { atMost: 1.5 },
  };
}
