// Injects faults while clients use the service, and checks from their histories that no booking was lost, duplicated or
// altered, and that every event arrived: `npm run faults`, or for longer with `-- --minutes 20 --seed 7`. Exits with 1 when a
// promise is broken. DATABASE_NODES=$(.ci/citus/start) runs it on a Citus cluster, to which it adds the node of
// DATABASE_SPARE_NODE=$(.ci/citus/node 5734).
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, readNumbers } from '../support/commandLine.ts';
import { seededRandom } from '../support/random.ts';
import { check, checkEvents } from './checker.ts';
import { checkSingleEvents, type FeedEvidence } from './checks/feeds.ts';
import { checkLists } from './checks/lists.ts';
import { type Endpoint, runCustomer } from './customer.ts';
import { groupBy, type Snapshot, takeSnapshot, type Violation, violation } from './evidence.ts';
import { createExchange } from './exchange.ts';
import { followFeed, type ReadFeed } from './feedReader.ts';
import type { ClientOperation } from './history.ts';
import { type Injection, injectTogether, namesOf, planFaults, possibleIn, skippedIn } from './injections.ts';
import { runOperator } from './operator.ts';
import { awaitRecovery, RECOVERY_LIMIT_MS } from './recovery.ts';
import { asText, type Fault } from './tally.ts';
import { drainDeliveries } from './webhooks.ts';
import { buildWorld, type World } from './world.ts';

const CLIENTS = 32;
const ACCOUNTS = 8;

const { minutes, seed } = readNumbers('faults', {
  minutes: { help: 'duration; at least one fault of each kind is injected', fallback: 1, least: 0 },
  seed: { help: 'repeats the faults of an earlier run', fallback: Math.floor(Math.random() * 1e9), least: 0 },
});
const random = seededRandom(seed);
const operations: ClientOperation[] = [];
const faults: Fault[] = [];
const violations: Violation[] = [];
const begunAt = Date.now();
let isOver = false;

const { DATABASE_NODES: nodes, DATABASE_SPARE_NODE: spareNode } = process.env;
const world = await buildWorld(random.fork('world'), ACCOUNTS, { nodes, spareNode });
try {
  await run(world);
} finally {
  await world.close();
}

async function run({ instances, accounts, database }: World): Promise<void> {
  const began = performance.now();
  const now = () => performance.now() - began;
  const endpoints = instances.map(({ service, clientProxy }) => ({ service: service.name, port: clientProxy.port }));
  progress(`seed ${seed}: ${CLIENTS} clients on two services`);

  const tripsOfAccounts = accounts.map((): string[] => []);
  const customers = Array.from({ length: CLIENTS }, (_, index) =>
    runCustomer({
      name: `client-${index}`,
      account: accounts[index % ACCOUNTS] as (typeof accounts)[number],
      trips: tripsOfAccounts[index % ACCOUNTS] as string[],
      endpoints,
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
  let isWritten = false;
  const readers = accounts.map((account, index) =>
    followFeed({
      account,
      endpoints,
      random: random.fork(`reader ${index}`),
      now,
      isOver: () => isWritten,
      record,
    }),
  );
  const [operatorSteps] = await Promise.all([operator, injectFaults(now, endpoints).finally(end), ...customers]);
  const took = now() / 60_000;
  isWritten = true;
  await report(took, operatorSteps, await Promise.all(readers), now);
}

function record(operation: ClientOperation): void {
  operations.push(operation);
}

function end(): void {
  isOver = true;
  progress('waiting for the last requests');
}

async function injectFaults(now: () => number, endpoints: Endpoint[]): Promise<void> {
  const account = world.accounts[0] as (typeof world.accounts)[number];
  const probe = { endpoints, account, random: random.fork('probe'), now };
  const plan = planFaults(world, random.fork('plan'));
  for (let count = 0; count < possibleIn(world).length || now() < minutes * 60_000; count += 1) {
    const { injections, random: faultRandom } = plan.next().value;
    // A fault that found nothing to break, because of the other, is injected again after the recovery.
    for (let waiting = injections; waiting.length > 0; ) {
      await sleep(500);
      progress(`${(now() / 1000).toFixed(0)} s, ${operations.length} operations: ${namesOf(waiting)}`);
      const injected = await injectTogether(waiting, world, faultRandom);
      const probes: ClientOperation[] = [];
      const recoveryMs = await awaitRecovery({ ...probe, record: (operation) => probes.push(operation) });
      operations.push(...probes);
      noteRecovery(injected, recoveryMs, probes);
      waiting = waiting.filter((injection) => !injected.includes(injection));
    }
  }
}

function noteRecovery(injected: Injection[], recoveryMs: number, probes: ClientOperation[]): void {
  for (const { name } of injected) faults.push({ name, recoveryMs, isAlone: injected.length === 1 });
  if (recoveryMs <= RECOVERY_LIMIT_MS) return;
  const output = world.instances.map(({ service }) => service.recentOutput().slice(-1_500)).join('\n');
  const what = `${(recoveryMs / 1000).toFixed(1)} s after ${namesOf(injected)}; the probes got ${repliesTo(probes)}; the services printed:\n${output}`;
  violations.push(violation('the service recovers within seconds', what));
}

/** How often each reply came, and until when after the first request. */
function repliesTo(probes: ClientOperation[]): string {
  const attempts = probes.flatMap((probe) => probe.attempts);
  const began = Math.min(...attempts.map(({ sentAt }) => sentAt));
  const nameOf = ({ service, reply }: (typeof attempts)[number]) =>
    `${service} ${reply.status === 'none' ? reply.reason : `${reply.status} ${reply.code ?? ''}`}`.trim();
  return [...groupBy(attempts, nameOf)]
    .map(([name, of]) => {
      const last = Math.max(...of.map(({ endedAt }) => endedAt));
      return `${of.length} times ${name} (the last after ${((last - began) / 1000).toFixed(1)} s)`;
    })
    .join(', ');
}

/** Clocks are stepped by at least an hour. */
function isOfSteppedClock({ createdAt }: { createdAt: Date }): boolean {
  return createdAt.getTime() < begunAt - 1_800_000 || createdAt.getTime() > Date.now() + 1_800_000;
}

async function report(took: number, operatorSteps: number, followed: ReadFeed[], now: () => number): Promise<void> {
  const { database, accounts, instances, receiver } = world;
  receiver.behave();
  const client = await database.connect();
  const drained = await drainDeliveries(client, accounts, instances[0]?.service.port ?? 0);
  progress('reading the database and the histories\n');
  const snapshot = await takeSnapshot(client);
  await client.end();
  const feeds = await readFeeds(followed, now);
  violations.push(
    ...(await checkResponses(snapshot, feeds)),
    ...instances.flatMap(({ service }) => service.crashes).map((what) => violation('no process ends by itself', what)),
    ...instances
      .flatMap(({ service }) => service.internalErrors())
      .map((what) => violation('no internal error is logged', what)),
    ...check(snapshot, operations),
    ...checkEvents(snapshot, operations, feeds, receiver.arrivals),
    ...((await world.cluster?.unresolved()) ?? []),
    ...drained.waiting.map((name) => violation('every delivery ends', `${name} is still waiting`)),
  );
  const starts = instances.reduce((sum, { service }) => sum + service.starts(), 0);
  const outcome = {
    seed,
    minutes: took,
    faults,
    skipped: skippedIn(world),
    operations,
    operatorSteps,
    starts,
    trips: snapshot.trips.length,
    tripsOfSteppedClocks: snapshot.trips.filter(isOfSteppedClock).length,
    events: snapshot.history.length,
    arrivals: receiver.arrivals,
    drained,
    violations,
  };
  process.stdout.write(`${asText(outcome)}\n`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** Reads every feed again, each page at any of the services. */
async function readFeeds(followed: ReadFeed[], now: () => number): Promise<FeedEvidence[]> {
  const endpoints = world.instances.map(({ service: { name, port } }) => ({ service: name, port }));
  const options = { endpoints, random: random.fork('feeds'), now, isOver: () => true, record };
  const feeds = await Promise.all(world.accounts.map((account) => followFeed({ ...options, account })));
  return feeds.map((atTheEnd, index) => ({ followed: followed[index] as ReadFeed, atTheEnd }));
}

/** What the services answer at the end. */
async function checkResponses(snapshot: Snapshot, feeds: FeedEvidence[]): Promise<Violation[]> {
  const { send, close } = createExchange();
  const found: Violation[] = [];
  for (const { service } of world.instances) {
    found.push(...(await checkLists(send, service.port, world.accounts, snapshot)));
    for (const [index, { atTheEnd }] of feeds.entries()) {
      const account = world.accounts[index] as (typeof world.accounts)[number];
      found.push(...(await checkSingleEvents(send, service.port, account, atTheEnd, random.fork(service.name))));
    }
  }
  close();
  return found;
}
