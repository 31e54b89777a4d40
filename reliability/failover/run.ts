// Kills the primary of a cluster of three PostgreSQL servers again and again while clients book, and checks from their
// histories that every acknowledged booking is there once: `npm run failover`, or `-- --failovers 20`. Needs Patroni, etcd and
// PostgreSQL. Exits with 1 when a promise is broken.
import { setTimeout as sleep } from 'node:timers/promises';
import { targetOf } from '../../src/database/connect.ts';
import { openDatabase } from '../../src/database/connection.ts';
import { check, checkEvents } from '../faults/checker.ts';
import { runCustomer } from '../faults/customer.ts';
import { takeSnapshot, type Violation, violation } from '../faults/evidence.ts';
import { createExchange } from '../faults/exchange.ts';
import { followFeed } from '../faults/feedReader.ts';
import { acknowledgement, type ClientOperation } from '../faults/history.ts';
import { startReceiver } from '../faults/receiver.ts';
import { awaitRecovery, RECOVERY_LIMIT_MS } from '../faults/recovery.ts';
import { superviseService } from '../faults/serviceUnderTest.ts';
import { drainDeliveries, subscribe } from '../faults/webhooks.ts';
import { openAccounts } from '../support/accounts.ts';
import { closeOnSignals, openedParts } from '../support/closing.ts';
import { progress, readNumbers } from '../support/commandLine.ts';
import { freePort, HIGH_RATE_LIMITS } from '../support/process.ts';
import { seededRandom } from '../support/random.ts';
import { type Cluster, missingPrograms, startCluster } from './cluster.ts';
import { watchReadiness } from './readiness.ts';

const CLIENTS = 16;
const ACCOUNTS = 4;
// Before the next failover, clients book for a while.
const CALM_MS = 2_000;

const { failovers, seed } = readNumbers('failover', {
  failovers: { help: 'how often the primary is killed', fallback: 20, least: 1 },
  seed: { help: 'repeats the requests of an earlier run', fallback: Math.floor(Math.random() * 1e9), least: 0 },
});
const random = seededRandom(seed);
const { keep, close } = openedParts();
closeOnSignals(close);

const missing = missingPrograms();
if (missing.length > 0) {
  process.stderr.write(`failover: not installed: ${missing.join(', ')}\n`);
  process.exit(2);
}
try {
  await run();
} finally {
  await close();
}

async function run(): Promise<void> {
  const opened = <Part extends { close(): unknown }>(part: Part): Part => keep(part, () => part.close());
  const violations: Violation[] = [];
  const operations: ClientOperation[] = [];
  const record = (operation: ClientOperation) => void operations.push(operation);
  const began = performance.now();
  const now = () => performance.now() - began;

  progress(`seed ${seed}: starting three servers under Patroni`);
  const cluster = opened(await startCluster());
  await cluster.untilComplete();
  const receiver = opened(await startReceiver(random.fork('receiver')));
  const env = { DATABASE_URL: cluster.url, WEBHOOK_TARGETS: 'any', ...HIGH_RATE_LIMITS };
  const services = [];
  for (const name of ['A', 'B']) services.push(opened(await superviseService(name, await freePort(), env)));
  const endpoints = services.map(({ name, port }) => ({ service: name, port }));
  const database = openDatabase(targetOf(cluster.url, 'none'));
  const kind = { role: 'DRIVER', apiTier: 'STANDARD', isVatExempt: false } as const;
  const accounts = await openAccounts(database, Array(ACCOUNTS).fill(kind));
  await database.close();
  const exchange = createExchange();
  for (const account of accounts) await subscribe(exchange, services[0]?.port ?? 0, account, receiver);
  exchange.close();

  let isOver = false;
  const customers = Array.from({ length: CLIENTS }, (_, index) =>
    runCustomer({
      name: `client-${index}`,
      account: accounts[index % ACCOUNTS] as (typeof accounts)[number],
      trips: [],
      endpoints,
      random: random.fork(`client ${index}`),
      now,
      isOver: () => isOver,
      record,
    }),
  );
  const readiness = watchReadiness(endpoints, now);
  const account = accounts[0] as (typeof accounts)[number];
  const recoveries: number[] = [];
  for (let count = 1; count <= failovers; count += 1) {
    await cluster.untilComplete();
    await sleep(CALM_MS);
    const what = count % 2 === 1 ? 'PostgreSQL' : 'the member';
    const { old, killedAt, withoutPrimaryUntil, promotedAt } = await killPrimary(cluster, what, now);
    const recoveryMs = await awaitRecovery({ endpoints, account, random: random.fork(`probe ${count}`), now, record });
    recoveries.push(recoveryMs);
    if (recoveryMs > RECOVERY_LIMIT_MS)
      violations.push(
        violation('the service is back within 15 s of a promotion', `${(recoveryMs / 1000).toFixed(1)} s`),
      );
    violations.push(...readiness.falselyReady(killedAt, withoutPrimaryUntil), ...(await readiness.notReady()));
    progress(
      `failover ${count} of ${failovers}: killed ${what} of ${old}, promoted after ${seconds(promotedAt - killedAt)}, back after ${seconds(recoveryMs)}`,
    );
    cluster.revive(old);
  }
  isOver = true;
  await Promise.all(customers);
  await readiness.close();
  await cluster.untilComplete();

  receiver.behave();
  const client = await cluster.connect();
  const drained = await drainDeliveries(client, accounts, services[0]?.port ?? 0);
  const snapshot = await takeSnapshot(client);
  await client.end();
  const feeds = await Promise.all(
    accounts.map(async (each, index) => {
      const options = {
        account: each,
        endpoints,
        random: random.fork(`feed ${index}`),
        now,
        isOver: () => true,
        record,
      };
      return { followed: await followFeed(options), atTheEnd: await followFeed(options) };
    }),
  );
  violations.push(
    ...check(snapshot, operations),
    ...checkEvents(snapshot, operations, feeds, receiver.arrivals),
    ...services.flatMap(({ crashes }) => crashes).map((what) => violation('no process ends by itself', what)),
    ...drained.waiting.map((name) => violation('every delivery ends', `${name} is still waiting`)),
  );
  const booked = operations.filter((operation) => operation.kind === 'book' && acknowledgement(operation)).length;
  for (const { rule, what } of violations) process.stdout.write(`${rule}: ${what}\n`);
  process.stdout.write(
    `${failovers} failovers: ${booked} acknowledged bookings and replays, ${snapshot.trips.length} trips, ${receiver.arrivals.length} deliveries, ` +
      `longest recovery ${seconds(Math.max(...recoveries))}; ${violations.length} lost, doubled, altered or otherwise wrong\n`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** Kills the primary and waits for the next one. */
async function killPrimary(cluster: Cluster, what: 'PostgreSQL' | 'the member', now: () => number) {
  const old = (await cluster.primary()) ?? '';
  const killedAt = now();
  cluster.kill(old, what);
  // Known to be without a primary until the last look that found none began.
  let withoutPrimaryUntil = killedAt;
  for (let lookedAt = now(); ; lookedAt = now()) {
    const current = await cluster.primary();
    if (current !== undefined && current !== old) return { old, killedAt, withoutPrimaryUntil, promotedAt: now() };
    withoutPrimaryUntil = lookedAt;
    await sleep(50);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
