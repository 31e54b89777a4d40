// Breaks the service all the time it serves, and proves from the clients' own histories that no booking was lost, doubled or
// altered: `npm run faults`, or for longer with `-- --minutes 20 --seed 7`. Exits with 1 when a promise was broken.
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, readNumbers } from '../support/commandLine.ts';
import { seededRandom } from '../support/random.ts';
import { check } from './checker.ts';
import { checkLists } from './checks/lists.ts';
import type { Violation } from './checks/story.ts';
import { type Door, runCustomer } from './customer.ts';
import { createExchange } from './exchange.ts';
import type { ClientOperation } from './history.ts';
import { type Injection, namesOf, strike } from './injections.ts';
import { runOperator } from './operatorAtWork.ts';
import { leftOut, planFaults, roundLength } from './plan.ts';
import { awaitRecovery, RECOVERY_LIMIT_MS } from './recovery.ts';
import { takeSnapshot } from './snapshot.ts';
import { asText, type Fault } from './tally.ts';
import { buildWorld, type World } from './world.ts';

const CLIENTS = 32;
const ACCOUNTS = 8;

const { minutes, seed } = readNumbers('faults', {
  minutes: { help: 'how long; at least one fault of each kind is injected however short', fallback: 1, least: 0 },
  seed: { help: 'repeats the faults of an earlier run', fallback: Math.floor(Math.random() * 1e9), least: 0 },
});
const random = seededRandom(seed);
const operations: ClientOperation[] = [];
const faults: Fault[] = [];
const violations: Violation[] = [];
const begunAt = Date.now();
let isOver = false;

const world = await buildWorld(random.fork('world'), ACCOUNTS);
try {
  await run(world);
} finally {
  await world.close();
}

async function run({ stands, accounts, database }: World): Promise<void> {
  const began = performance.now();
  const now = () => performance.now() - began;
  const doors = stands.map(({ service, front }) => ({ service: service.name, port: front.port }));
  progress(`seed ${seed}: ${CLIENTS} clients on two services, a fault at a time`);

  const tripsOfAccounts = accounts.map((): string[] => []);
  const customers = Array.from({ length: CLIENTS }, (_, index) =>
    runCustomer({
      name: `client-${index}`,
      account: accounts[index % ACCOUNTS] as (typeof accounts)[number],
      trips: tripsOfAccounts[index % ACCOUNTS] as string[],
      doors,
      random: random.fork(`client ${index}`),
      now,
      isOver: () => isOver,
      record,
    }),
  );
  const operator = runOperator({
    database,
    random: random.fork('operator'),
    trips: () => tripsOfAccounts.flat(),
    isOver: () => isOver,
  });
  const [operatorSteps] = await Promise.all([operator, injectFaults(now, doors).finally(end), ...customers]);
  await report(now() / 60_000, operatorSteps);
}

function record(operation: ClientOperation): void {
  operations.push(operation);
}

function end(): void {
  isOver = true;
  progress('the last requests come to their end');
}

async function injectFaults(now: () => number, doors: Door[]): Promise<void> {
  const account = world.accounts[0] as (typeof world.accounts)[number];
  const probe = { doors, account, random: random.fork('probe'), now, record };
  const plan = planFaults(world, random.fork('plan'));
  for (let count = 0; count < roundLength(world) || now() < minutes * 60_000; count += 1) {
    const { injections, random: chance } = plan.next().value;
    // One that found nothing left to break, because of the other, strikes once all has recovered from that.
    for (let waiting = injections; waiting.length > 0; ) {
      await sleep(500);
      progress(`${(now() / 1000).toFixed(0)} s, ${operations.length} operations: ${namesOf(waiting)}`);
      const struck = await strike(waiting, world, chance);
      noteRecovery(struck, await awaitRecovery(probe));
      waiting = waiting.filter((injection) => !struck.includes(injection));
    }
  }
}

function noteRecovery(struck: Injection[], recoveryMs: number): void {
  for (const { name } of struck) faults.push({ name, recoveryMs, isAlone: struck.length === 1 });
  if (recoveryMs <= RECOVERY_LIMIT_MS) return;
  const words = world.stands.map(({ service }) => service.lastWords().slice(-1_500)).join('\n');
  const what = `${(recoveryMs / 1000).toFixed(1)} s after ${namesOf(struck)}; the services' last words:\n${words}`;
  violations.push({ rule: 'the service recovers within seconds', what, operations: [] });
}

/** Clocks are stepped by an hour at least. */
function isOfSteppedClock({ createdAt }: { createdAt: Date }): boolean {
  return createdAt.getTime() < begunAt - 1_800_000 || createdAt.getTime() > Date.now() + 1_800_000;
}

async function report(took: number, operatorSteps: number): Promise<void> {
  progress('reading the database and the histories\n');
  const client = await world.database.connect();
  const snapshot = await takeSnapshot(client);
  await client.end();
  const { send, close } = createExchange();
  for (const { service } of world.stands)
    violations.push(...(await checkLists(send, service.port, world.accounts, snapshot)));
  close();
  const crashes = world.stands.flatMap(({ service }) => service.crashes);
  violations.push(
    ...crashes.map((what) => ({ rule: 'no process ends by itself', what, operations: [] })),
    ...check(snapshot, operations),
  );
  const starts = world.stands.reduce((sum, { service }) => sum + service.starts(), 0);
  const outcome = {
    seed,
    minutes: took,
    faults,
    leftOut: leftOut(world),
    operations,
    operatorSteps,
    starts,
    trips: snapshot.trips.length,
    tripsOfSteppedClocks: snapshot.trips.filter(isOfSteppedClock).length,
    violations,
  };
  process.stdout.write(`${asText(outcome)}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
