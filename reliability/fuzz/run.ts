// Sends the service generated requests, most of them invalid, and checks every answer: `npm run fuzz`, or for longer with
// `-- --minutes 20 --seed 7`. Exits with 1 when a check failed.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { progress, readNumbers } from '../support/commandLine.ts';
import { seededRandom } from '../support/random.ts';
import { FORGERIES } from './dashboard/forms.ts';
import { fuzzDashboard } from './dashboard/lane.ts';
import { SPOILINGS } from './dashboard/spoiling.ts';
import { Judge, secretOf } from './judging/judge.ts';
import { judgeLog, leftOpen, type MemorySample, mebibytes, memoryFaults } from './judging/serviceHealth.ts';
import { World } from './making/world.ts';
import { MUTATIONS } from './mutations/catalogue.ts';
import { Plan } from './running/plan.ts';
import { coverageFaults, report } from './running/results.ts';
import { runRound } from './running/round.ts';
import { RunState } from './running/runState.ts';
import { checkState } from './running/stateCheck.ts';
import { startTarget } from './running/target.ts';
import { STALLING_TRICKS, TRICKS } from './sockets/catalogue.ts';

// Each round has new accounts: its bookings are read back, and lists stay short.
const REQUESTS_PER_ROUND = 25_000;
const PROGRESS_EVERY_MS = 5_000;
const SAMPLES_PER_RUN = 60;

const options = readNumbers('fuzz', {
  requests: { help: 'send at least this many requests to the API', fallback: 100_000, least: 0 },
  dashboard: { help: 'and at least this many to the dashboard', fallback: 10_000, least: 0 },
  minutes: { help: 'run for at least this long', fallback: 0, least: 0 },
  seed: { help: 'repeat the choices of an earlier run; a new one each time', fallback: randomInt(2 ** 31), least: 0 },
});
const { requests, dashboard, minutes, seed } = options;
const print = (text: string) => void process.stdout.write(`${text}\n`);

const least = `at least ${requests} requests and ${dashboard} to the dashboard${minutes ? `, ${minutes} minutes` : ''}`;
print(`fuzz: seed ${seed}, ${least}`);
const state = new RunState(options, print);
const { tally, failures, lock } = state;
const target = await startTarget();
const { service, address, description, database, routes } = target;
const secrets = target.deadKeys.map(secretOf);
const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name);
const EXPECTED = {
  operations: description.operations.map(({ id }) => id),
  mutations: namesOf(MUTATIONS),
  tricks: namesOf([...TRICKS, ...STALLING_TRICKS]),
};
const PAGES = {
  routes: routes.map(({ method, url }) => `${method} ${url}`),
  ways: [...namesOf(SPOILINGS), ...FORGERIES],
};
try {
  const facts = await run();
  print(report(tally, failures, { ...facts, seed, seconds: state.seconds }));
} finally {
  state.stop();
  service.child.kill('SIGKILL');
  await target.clean();
}
process.exit(failures.count === 0 ? 0 : 1);

async function run() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, state.stop);
  service.child.once('exit', (code, signal) => {
    if (!state.isStopped) failures.addPlain('the service', [`it ended by itself: ${code ?? signal}`]);
    state.stop();
  });
  const watching = watch();
  const stalling: Promise<void>[] = [];
  const random = seededRandom(seed).fork('dashboard');
  const pages = fuzzDashboard({ state, target: { url: service.url, database }, routes, random });
  const [trips] = await Promise.all([runRounds(stalling), pages]);
  await Promise.all(stalling);
  if (state.isStopped) failures.addPlain('the run', ['it was interrupted']);
  state.stop();
  const samples = await watching;
  if (!service.hasEnded()) {
    failures.addPlain('connections', await connectionsLeft(samples));
    const code = await target.stop();
    if (code !== 0) failures.addPlain('the service', [`it did not stop gracefully: ${code}`]);
  }
  const { faults, warnings } = judgeLog(service.printed.stdout, service.printed.stderr, secrets);
  failures.addPlain('the log', faults);
  failures.addPlain('memory', memoryFaults(samples, tally.requests));
  failures.addPlain('coverage', coverageFaults(tally, { ...(requests > 0 && EXPECTED), ...(dashboard > 0 && PAGES) }));
  return { trips, samples, warnings };
}

/** Resolves with the number of trips that were booked and read back. */
async function runRounds(stalling: Promise<void>[]): Promise<number> {
  const plan = new Plan(description, seededRandom(seed));
  let trips = 0;
  let accounts = target.newAccounts();
  while (!state.isOver) {
    const world = new World(await accounts, target.deadKeys);
    secrets.push(...world.accounts.map(({ apiKey }) => secretOf(apiKey)));
    const end = tally.requests + REQUESTS_PER_ROUND;
    const round = runRound({
      state,
      address,
      plan,
      world,
      judge: new Judge(description, world),
      stalling: state.share < 0.5 ? stalling : undefined, // they take half a minute and must end with the run
      isOver: () => state.isOver || tally.requests >= end,
    });
    if (end < requests || minutes > 0) accounts = target.newAccounts();
    await Promise.all([round, accounts]);
    if (state.isStopped) break;
    trips += world.acknowledged.size;
    failures.addPlain('what is stored', await lock.exclusive(() => checkState(address, world)));
  }
  return trips;
}

/** All of our connections are closed; the service has a few seconds to notice. */
async function connectionsLeft(samples: MemorySample[]): Promise<string[]> {
  const first = samples[0];
  let faults: string[] = [];
  for (let tries = 0; tries < 20 && first; tries += 1) {
    const last = await target.measure();
    samples.push(last);
    faults = leftOpen(first, last);
    if (faults.length === 0) break;
    await sleep(500);
  }
  return faults;
}

/** Measures memory and prints the progress until the run is over; resolves with the samples. */
async function watch(): Promise<MemorySample[]> {
  const samples: MemorySample[] = [];
  const sample = async () => {
    if (samples.length > state.share * SAMPLES_PER_RUN) return;
    try {
      samples.push(await lock.exclusive(() => target.measure()));
    } catch (error) {
      if (!state.isStopped) failures.addPlain('the service', [`it does not answer: ${(error as Error).message}`]);
      state.stop();
    }
  };
  await Promise.all([every(PROGRESS_EVERY_MS, () => progress(progressLine(samples.at(-1)))), every(100, sample)]);
  return samples;
}

function progressLine(last: MemorySample | undefined): string {
  const memory = last ? `heap ${mebibytes(last.heapBytes)}, resident ${mebibytes(last.rssBytes)}, ` : '';
  const latency = `p99 ${tally.percentile(0.99).toFixed(1)} ms`;
  return `${Math.round(state.seconds)} s: ${tally.requests} requests, ${tally.pages.total} of the dashboard, ${latency}, ${memory}${failures.count} failures`;
}

async function every(intervalMs: number, work: () => Promise<void> | void): Promise<void> {
  for (let passedMs = 0; !state.isStopped; passedMs += 100) {
    await sleep(100);
    if (passedMs % intervalMs === 0 && !state.isStopped) await work();
  }
}
