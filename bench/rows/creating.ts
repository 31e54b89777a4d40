import { openAccounts } from '../database/accounts.ts';
import { type Bench, creationLimit, nextRun, withoutServer } from './limits.ts';
import { creation } from './requests.ts';
import type { Row } from './row.ts';
import { CONNECTIONS, serviceSide } from './sides.ts';

const MANY_ACCOUNTS = 1_000;
const FIRST_OF_MANY = 1_000;
const created = { connections: CONNECTIONS, expectedStatus: 201 };

export async function createRow(world: Bench): Promise<Row> {
  world.generator.prepare('create', creation([world.accounts.booking.apiKey]));
  return {
    title: 'create a trip, new rider, fresh key',
    subject: serviceSide(world, 'create', created),
    limit: creationLimit(world, world.watched.create),
    compare: 'rate',
    aim: { atLeast: 1 },
  };
}

export async function manyAccountsRow(world: Bench): Promise<Row> {
  const accounts = await openAccounts(world.client, FIRST_OF_MANY, MANY_ACCOUNTS);
  world.generator.prepare('create in many', creation(accounts.map(({ apiKey }) => apiKey)));
  world.generator.prepare('create in one', creation([world.accounts.booking.apiKey]));
  return {
    title: 'create with 1,000 accounts : one account',
    subject: serviceSide(world, 'create in many', created, '1,000 accounts'),
    limit: serviceSide(world, 'create in one', created, 'one account'),
    compare: 'rate',
    aim: { atLeast: 0.9 },
  };
}

export async function oneConnectionRow(world: Bench): Promise<Row> {
  const { sockets, user } = world.cluster;
  world.generator.prepare('create alone', creation([world.accounts.booking.apiKey]));
  return {
    title: 'create on one connection, p50 : bare pg insert',
    subject: serviceSide(world, 'create alone', { ...created, connections: 1 }),
    limit: {
      name: 'bare pg, one connection',
      run: async (seconds) =>
        withoutServer(
          await world.inserter.run({
            sockets,
            user,
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
