import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import { bookingRequest } from './bookingRequest.ts';
import type { Endpoint } from './customer.ts';
import { createExchange, type Request } from './exchange.ts';
import type { Attempt, ClientOperation } from './history.ts';

/** The service waits six seconds for its database, twice if two faults coincide; a restart takes two more. */
export const RECOVERY_LIMIT_MS = 15_000;
const GIVE_UP_MS = 60_000;
// Several at once, to use several of the service's database connections, and several times in a row.
const AT_A_TIME = 6;
const IN_A_ROW = 4;

interface RecoveryProbe {
  endpoints: readonly Endpoint[];
  account: Account;
  random: Random;
  now(): number;
  record(operation: ClientOperation): void;
}

let bookings = 0;

/** How long it takes until every service books and lists again on new connections. */
export async function awaitRecovery(probe: RecoveryProbe): Promise<number> {
  const began = probe.now();
  await Promise.all(probe.endpoints.map((endpoint) => untilServing(endpoint, probe, began + GIVE_UP_MS)));
  return probe.now() - began;
}

async function untilServing({ service, port }: Endpoint, probe: RecoveryProbe, deadline: number): Promise<void> {
  const { send, close } = createExchange();
  for (let good = 0; good < IN_A_ROW && probe.now() < deadline; ) {
    const answers = await Promise.all(Array.from({ length: AT_A_TIME }, () => Promise.all([book(), list()])));
    good = answers.flat().every((isGood) => isGood) ? good + 1 : 0;
    if (good === 0) await sleep(50);
  }
  close();

  async function book(): Promise<boolean> {
    bookings += 1;
    const key = `probe-book-${bookings}`;
    const request = bookingRequest(probe.account, probe.random, key);
    return (await ask({ ...mine(), kind: 'book', key, request: request.body ?? {} }, request)) === 201;
  }

  async function list(): Promise<boolean> {
    const { apiKey } = probe.account;
    return (await ask({ ...mine(), kind: 'list' }, { method: 'GET', path: '/v1/trips?limit=1', apiKey })) === 200;
  }

  function mine() {
    return { client: 'probe', accountId: probe.account.accountId, attempts: [] as Attempt[] };
  }

  async function ask(operation: ClientOperation, request: Request): Promise<number | 'none'> {
    const sentAt = probe.now();
    const reply = await send(port, request);
    operation.attempts.push({ service, sentAt, endedAt: probe.now(), reply });
    probe.record(operation);
    return reply.status;
  }
}
