import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../support/random.ts';
import { Judge } from '../judging/judge.ts';
import { judgeLog } from '../judging/logLines.ts';
import { leftOpen, type MemorySample, memoryFaults } from '../judging/memory.ts';
import { World } from '../making/world.ts';
import { STALLING_TRICKS, TRICKS } from '../sockets/catalogue.ts';
import { SPOILERS } from '../spoilers/catalogue.ts';
import { Course, type FuzzOptions } from './course.ts';
import { Failures } from './failures.ts';
import { Plan } from './plan.ts';
import { Quiet } from './quiet.ts';
import { report } from './report.ts';
import { runRound } from './round.ts';
import { checkState } from './stateCheck.ts';
import { coverageFaults, Tally } from './tally.ts';
import { startTarget, type Target } from './target.ts';
import { type Watched, watch } from './watches.ts';

// After so many requests there are new accounts: what was booked is read back, and lists do not grow without end.
const REQUESTS_A_ROUND = 25_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Runs against a service of its own; answers whether it stood. */
export async function fuzz(options: FuzzOptions): Promise<boolean> {
  const { requests, minutes, seed } = options;
  say(`fuzz: seed ${seed}, at least ${requests} requests${minutes ? ` and ${minutes} minutes` : ''}`);
  const failures = new Failures(seed, say);
  const tally = new Tally();
  const course = new Course(options, tally, failures);
  const target = await startTarget();
  const whole = { target, course, tally, failures, quiet: new Quiet() };
  try {
    const facts = await run(whole, options);
    say(report(tally, failures, { ...facts, seed, seconds: course.seconds }));
    return failures.count === 0;
  } finally {
    course.stop();
    target.service.child.kill('SIGKILL');
    await target.clean();
  }
}

async function run(whole: Watched, options: FuzzOptions) {
  const { target, course, failures } = whole;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, course.stop);
  target.service.child.once('exit', (code, signal) => {
    if (!course.isStopped) failures.addPlain('the service', [`it ended by itself: ${code ?? signal}`]);
    course.stop();
  });
  const watching = watch(whole);
  const beside: Promise<void>[] = [];
  const trips = await runRounds(whole, options, beside);
  await Promise.all(beside);
  if (course.isStopped) failures.addPlain('the run', ['it was ended before its time']);
  course.stop();
  const samples = await watching;
  const { warnings } = await judgeWhole(whole, samples);
  return { trips, samples, warnings };
}

/** Answers with the number of trips that were booked and read back. */
async function runRounds(whole: Watched, options: FuzzOptions, beside: Promise<void>[]): Promise<number> {
  const { target, course, tally, failures, quiet } = whole;
  const { address, description, deadKeys } = target;
  const plan = new Plan(description, seededRandom(options.seed));
  let trips = 0;
  let accounts = target.newAccounts();
  while (!course.isOver) {
    const world = new World(await accounts, deadKeys);
    const end = tally.requests + REQUESTS_A_ROUND;
    const round = runRound({
      ...whole,
      address,
      plan,
      world,
      judge: new Judge(description, world),
      nextNumber: course.nextNumber,
      beside: course.share < 0.5 ? beside : undefined, // what takes half a minute shall end with the run, not after it
      isOver: () => course.isOver || tally.requests >= end,
    });
    if (end < options.requests || options.minutes > 0) accounts = target.newAccounts();
    await Promise.all([round, accounts]);
    if (course.isStopped) break;
    trips += world.acknowledged.size;
    failures.addPlain('what is kept', await quiet.hold(() => checkState(address, world)));
  }
  return trips;
}

async function judgeWhole(
  { target, tally, failures }: Watched,
  samples: MemorySample[],
): Promise<{ warnings: string[] }> {
  const { service, description } = target;
  if (!service.hasEnded()) {
    failures.addPlain('connections', await connectionsLeft(target, samples));
    const code = await target.stop();
    if (code !== 0) failures.addPlain('the service', [`it did not stop gently: ${code}`]);
  }
  const { faults, warnings } = judgeLog(service.printed.stdout, service.printed.stderr);
  failures.addPlain('the log', faults);
  failures.addPlain('memory', memoryFaults(samples, tally.requests));
  const expected = {
    operations: description.operations.map(({ id }) => id),
    spoilers: SPOILERS.map(({ name }) => name),
    tricks: [...TRICKS, ...STALLING_TRICKS].map(({ name }) => name),
  };
  failures.addPlain('coverage', coverageFaults(tally, expected));
  return { warnings };
}

/** All of ours are closed; the service has a few seconds to notice. */
async function connectionsLeft(target: Target, samples: MemorySample[]): Promise<string[]> {
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
