import type { Address } from '../../support/rawHttp.ts';
import { judgeExchange, wireFaults } from '../judging/exchanges.ts';
import type { Judge } from '../judging/judge.ts';
import { tripIdOf } from '../judging/success.ts';
import type { Draft } from '../making/draft.ts';
import { bytesOf } from '../making/wire.ts';
import type { World } from '../making/world.ts';
import { converse, KeptConnection } from '../sockets/connection.ts';
import type { Exchange } from '../sockets/exchange.ts';
import type { Failures } from './failures.ts';
import type { Plan, Step } from './plan.ts';
import type { Quiet } from './quiet.ts';
import type { Tally } from './tally.ts';

export interface RoundDependencies {
  address: Address;
  plan: Plan;
  tally: Tally;
  failures: Failures;
  quiet: Quiet;
  world: World;
  judge: Judge;
  /** The number of the next request. */
  nextNumber(): number;
  isOver(): boolean;
  /** Is given what goes on beside the round, and takes long; undefined when there is no time left for such. */
  beside: Promise<void>[] | undefined;
}

// Enough that requests meet in the same batch and in the same moment; few enough for one core.
const LANES = 32;

/** Sends until it is over, many at once; resolves when everything is answered or given up. */
export async function runRound(dependencies: RoundDependencies): Promise<void> {
  const walk = async () => {
    const lane = new KeptConnection(dependencies.address);
    while (!dependencies.isOver()) {
      await dependencies.quiet.run(async () => {
        const number = dependencies.nextNumber();
        const step = dependencies.plan.step(number, dependencies.world, dependencies.beside !== undefined);
        if ('draft' in step) await runRequest(dependencies, lane, number, step);
        else if (step.kind === 'trick') await runTrick(dependencies, number, step.exchange);
        else dependencies.beside?.push(runTrick(dependencies, number, step.exchange));
      });
    }
    lane.close();
  };
  await Promise.all(Array.from({ length: LANES }, walk));
}

type RequestStep = Extract<Step, { draft: Draft }>;

async function runRequest(
  { tally, failures, judge }: RoundDependencies,
  lane: KeptConnection,
  number: number,
  { kind, draft, chance }: RequestStep,
): Promise<void> {
  const bytes = bytesOf(draft, chance);
  tally.requests += 1;
  const outcome = await lane.send(draft, bytes);
  const [answer, ...others] = outcome.answers;
  const faults = [
    ...wireFaults(outcome),
    ...(answer ? judge.judge(draft, answer) : ['the connection ended without an answer']),
    ...(others.length > 0 ? [`${others.length} answers that nobody asked for`] : []),
  ];
  if (answer) {
    tally.noteAnswer(answer.status, outcome.milliseconds);
    tally.noteSpoilers(draft.spoilers, answer.status);
    if (kind === 'replay') tally.replays += 1;
    else if (draft.spoilers.length === 0) tally.noteSound(draft.operation.id, answer.status);
  }
  const what = `${kind === 'replay' ? 'replay of ' : ''}${draft.operation.id} with ${draft.spoilers.join(', ') || 'nothing spoilt'}`;
  if (faults.length > 0) failures.add({ request: number, what, faults, bytes, outcome });
}

/** What it asked for may have been done, or not. */
export function noteUnanswered(world: World, draft: Draft): void {
  if (draft.operation.id === 'createTrip') world.noteUnansweredBooking(draft.account);
  if (draft.operation.id === 'cancelTrip') world.noteUnansweredCancellation(tripIdOf(draft));
}

async function runTrick(
  { address, tally, failures, judge, world }: RoundDependencies,
  number: number,
  exchange: Exchange,
): Promise<void> {
  tally.requests += Math.max(1, exchange.owed.length);
  tally.noteTrick(exchange.name);
  const outcome = await converse(address, exchange);
  for (const { status } of outcome.answers) tally.noteAnswer(status, undefined);
  for (const draft of exchange.owed.slice(outcome.answers.length)) noteUnanswered(world, draft);
  const faults = judgeExchange(judge, exchange, outcome);
  const bytes = Buffer.concat(exchange.pieces);
  if (faults.length > 0) failures.add({ request: number, what: exchange.name, faults, bytes, outcome });
}
