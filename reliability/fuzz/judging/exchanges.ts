import type { Outcome, RawAnswer } from '../../support/rawHttp.ts';
import type { Exchange } from '../sockets/exchange.ts';
import { isRefusalOfBrokenHttp, refusalFaults } from './contract.ts';
import type { Judge } from './judge.ts';

/** Everything wrong with the answers of an exchange: their number, order, form and content. */
export function judgeExchange(judge: Judge, exchange: Exchange, outcome: Outcome): string[] {
  const { answers } = outcome;
  const { expected, refusal } = expectedAnswers(exchange, answers);
  return [
    ...wireFaults(outcome),
    ...(exchange.isAbandoned ? [] : countFaults(refusal, expected.length, answers.length)),
    ...expected.flatMap((draft, index) => {
      const answer = answers[index];
      return answer === undefined ? [] : judge.judge(draft, answer);
    }),
    ...answers.slice(expected.length).flatMap(refusalFaults),
  ];
}

/** An answer may close the connection; requests sent after its own then get none. */
function expectedAnswers(
  { expected, refusal }: Exchange,
  answers: readonly RawAnswer[],
): Pick<Exchange, 'expected' | 'refusal'> {
  if (refusal === 'instead')
    return isRefused(answers) ? { expected: [], refusal: 'must' } : { expected, refusal: 'none' };
  const closing = answers.findIndex(({ closes }) => closes);
  return closing >= 0 && closing < expected.length
    ? { expected: expected.slice(0, closing + 1), refusal: 'none' }
    : { expected, refusal };
}

const isRefused = (answers: readonly RawAnswer[]) => answers[0] !== undefined && isRefusalOfBrokenHttp(answers[0]);

/** What is wrong with the bytes, whatever the request was. */
export function wireFaults({ malformed, rest, isTimedOut, isClosedByService }: Outcome): string[] {
  const left = JSON.stringify(rest.toString('latin1', 0, 300));
  return [
    ...(malformed === undefined ? [] : [`not HTTP: ${malformed}`]),
    ...(isTimedOut ? [`no answer, and the connection hangs; so far: ${left}`] : []),
    ...(isClosedByService && rest.length > 0 ? [`the connection ended within an answer: ${left}`] : []),
  ];
}

function countFaults(refusal: Exchange['refusal'], expected: number, received: number): string[] {
  if (received < expected) return [`${received} answers for ${expected} requests`];
  const refusals = received - expected;
  if (refusal === 'must' && refusals !== 1) return [`${refusals} refusals instead of one`];
  if (refusal === 'may' && refusals > 1) return [`${refusals} refusals instead of at most one`];
  return refusal === 'none' && refusals > 0 ? [`${refusals} unexpected answers`] : [];
}
