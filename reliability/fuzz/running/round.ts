import type { Address } from '../../support/rawHttp.ts';
import { judgeExchange, wireFaults } from '../judging/exchanges.ts';
import type { Judge } from '../judging/judge.ts';
import { recordIdOf } from '../judging/success.ts';
import { bytesOf, type Draft } from '../making/draft.ts';
import type { World } from '../making/world.ts';
import { converse, KeptConnection } from '../sockets/connection.ts';
import type { Exchange } from '../sockets/exchange.ts';
import type { Plan, Step } from './plan.ts';
import type { RunState } from './runState.ts';

interface Round {
  state: RunState;
  address: Address;
  plan: Plan;
  world: World;
  judge: Judge;
  isOver(): boolean;
  /** Receives the stalling exchanges, which outlast the round; undefined when there is no time left for them. */
  stalling: Promise<void>[] | undefined;
}

// Enough for several requests in one database batch; few enough for one core.
const CONNECTIONS = 32;

/** Sends many requests at once until it is over; resolves when each is answered or has timed out. */
export async function runRound(round: Round): Promise<void> {
  const { state, address, plan, world, stalling } = round;
  const sendAll = async () => {
    const connection = new KeptConnection(address);
    while (!round.isOver()) {
      await state.lock.shared(async () => {
        const number = state.nextRequestNumber();
        const step = plan.step(number, world, stalling !== undefined);
        if ('draft' in step) await runRequest(round, connection, number, step);
        else if (step.kind === 'trick') await runTrick(round, number, step.exchange);
        else stalling?.push(runTrick(round, number, step.exchange));
      });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendAll));
}

type RequestStep = Extract<Step, { draft: Draft }>;

async function runRequest(
  { state: { tally, failures }, judge }: Round,
  connection: KeptConnection,
  number: number,
  { kind, draft, random }: RequestStep,
): Promise<void> {
  const bytes = bytesOf(draft, random);
  tally.requests += 1;
  const outcome = await connection.send(draft, bytes);
  const [answer, ...others] = outcome.answers;
  const faults = [
    ...wireFaults(outcome),
    ...(answer ? judge.judge(draft, answer) : ['the connection ended without an answer']),
    ...(others.length > 0 ? [`${others.length} unexpected answers`] : []),
  ];
  if (answer) {
    tally.noteAnswer(answer.status, outcome.milliseconds);
    tally.noteMutations(draft.mutations, answer.status);
    if (kind === 'replay') tally.replays += 1;
    else if (draft.mutations.length === 0) tally.noteValid(draft.operation.id, answer.status);
  }
  const what = `${kind === 'replay' ? 'replay of ' : ''}${draft.operation.id} with ${draft.mutations.join(', ') || 'no mutation'}`;
  if (faults.length > 0) failures.add({ request: number, what, faults, bytes, outcome });
}

/** An unanswered request may or may not have been carried out. */
export function noteUnanswered(world: World, draft: Draft): void {
  if (draft.operation.id === 'createTrip') world.noteUnansweredBooking(draft.account);
  if (draft.operation.id === 'cancelTrip') world.noteUnansweredCancellation(recordIdOf(draft));
}

async function runTrick(
  { state: { tally, failures }, address, judge, world }: Round,
  number: number,
  exchange: Exchange,
): Promise<void> {
  tally.requests += Math.max(1, exchange.expected.length);
  tally.noteTrick(exchange.name);
  const outcome = await converse(address, exchange);
  for (const { status } of outcome.answers) tally.noteAnswer(status, undefined);
  for (const draft of exchange.expected.slice(outcome.answers.length)) noteUnanswered(world, draft);
  const faults = judgeExchange(judge, exchange, outcome);
  const bytes = Buffer.concat(exchange.pieces);
  if (faults.length > 0) failures.add({ request: number, what: exchange.name, faults, bytes, outcome });
}
