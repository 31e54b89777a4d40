import type { Outcome, RawAnswer } from '../../support/rawHttp.ts';
import type { Exchange } from '../sockets/exchange.ts';
import { isRefusalOfBrokenHttp, refusalFaults } from './contract.ts';
import type { Judge } from './judge.ts';

/** Everything that is wrong with what came back: the number of the answers, their order, their form, and each of them. */
export function judgeExchange(judge: Judge, exchange: Exchange, outcome: Outcome): string[] {
  const { answers } = outcome;
  const { owed, refusal } = whatIsOwed(exchange, answers);
  return [
    ...wireFaults(outcome),
    ...(exchange.isGivenUp ? [] : countFaults(refusal, owed.length, answers.length)),
    ...owed.flatMap((draft, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : judge.judge(draft, answer);
    }),
    ...answers.slice(owed.length).flatMap(refusalFaults),
  ];
}

/** An answer that says so closes the connection, and whatever was sent behind its request has no answer. */
function whatIsOwed({ owed, refusal }: Exchange, answers: readonly RawAnswer[]): Pick<Exchange, 'owed' | 'refusal'> {
  if (refusal === 'instead') return isRefused(answers) ? { owed: [], refusal: 'must' } : { owed, refusal: 'none' };
  const closing = answers.findIndex(({ closes }) => closes);
  return closing >= 0 && closing < owed.length
    ? { owed: owed.slice(0, closing + 1), refusal: 'none' }
    : { owed, refusal };
}

const isRefused = (answers: readonly RawAnswer[]) => answers[0] !== undefined && isRefusalOfBrokenHttp(answers[0]);

/** What is wrong with the bytes themselves, whatever was asked. */
export function wireFaults({ malformed, rest, isTimedOut, isClosedByService }: Outcome): string[] {
  const left = JSON.stringify(rest.toString('latin1', 0, 300));
  return [
    ...(malformed === undefined ? [] : [`not HTTP: ${malformed}`]),
    ...(isTimedOut ? [`no answer, and the connection hangs; so far: ${left}`] : []),
    ...(isClosedByService && rest.length > 0 ? [`the connection ended within an answer: ${left}`] : []),
  ];
}

function countFaults(refusal: Exchange['refusal'], owed: number, came: number): string[] {
  if (came < owed) return [`${came} answers for ${owed} requests`];
  const refusals = came - owed;
  if (refusal === 'must' && refusals !== 1) return [`${refusals} refusals of what is broken, where one is owed`];
  if (refusal === 'may' && refusals > 1) return [`${refusals} refusals of what is broken`];
  return refusal === 'none' && refusals > 0 ? [`${refusals} answers that nobody asked for`] : [];
}
