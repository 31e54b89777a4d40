import type { RawAnswer } from '../fuzz/judging/answers.ts';
import { departures } from '../support/openapi.ts';
import { type Call, noteOf } from './callers.ts';

/** The whole description is held against every so manieth answer: it would take the cores that the service needs. */
const EVERY = 20;

/** In what an answer is neither the success that was asked for nor a well-formed refusal; none, when it is. */
export function answerFaults(call: Call, answer: RawAnswer): string[] {
  const faults = answer.status === 503 ? refusalFaults(answer) : successFaults(call, answer);
  if (answer.headers.get('x-request-id') !== noteOf(call.number)) faults.push('X-Request-Id is another one');
  if (answer.closes) faults.push('the answer closes its connection');
  const isWholeCheck = call.number % EVERY === 0 || faults.length > 0;
  return isWholeCheck ? [...faults, ...departuresOf(call, answer)] : faults;
}

function refusalFaults({ headers, text }: RawAnswer): string[] {
  return [
    ...(/^[1-9]\d*$/.test(headers.get('retry-after') ?? '') ? [] : ['a 503 without Retry-After']),
    ...(text.startsWith('{"code":"SERVICE_UNAVAILABLE",') ? [] : [`a 503 that says ${text}`]),
  ];
}

const successFaults = ({ kind }: Call, { status, text }: RawAnswer): string[] =>
  status === (kind === 'book' ? 201 : 200) ? [] : [`${kind} answered ${status}: ${text}`];

function departuresOf({ method, path }: Call, answer: RawAnswer): string[] {
  try {
    return departures({ method, path, ...answer });
  } catch (error) {
    return [`the body cannot be read: ${(error as Error).message}`];
  }
}
