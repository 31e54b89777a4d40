import { machine } from '../support/commandLine.ts';
import type { Figures, Phase } from './figures.ts';
import type { Verdict } from './judge.ts';

/** The end of a run, for people. */
export function asText({ capacity, overload, after }: Figures, verdicts: readonly Verdict[]): string {
  const width = Math.max(...verdicts.map(({ promise }) => promise.length));
  const faults = [capacity, overload, after].flatMap((phase) => phase.faults).slice(0, 10);
  return [
    `machine    ${machine()}`,
    phaseLine('capacity', capacity),
    phaseLine('overload', overload),
    `           each second: ${overload.perSecond.join(' ')}`,
    phaseLine('after', after),
    '',
    ...verdicts.map(
      ({ promise, measured, isKept }) => `${isKept ? 'kept  ' : 'BROKEN'}  ${promise.padEnd(width)}  ${measured}`,
    ),
    ...faults.map((fault) => `fault: ${fault}`),
    '',
  ].join('\n');
}

function phaseLine(name: string, { seconds, sent, succeeded, refused, p50Ms, p99Ms, longestMs, refusalP99Ms }: Phase) {
  const perSecond = (count: number) => `${Math.round(count / seconds)}/s`;
  const waits = [p50Ms, p99Ms, longestMs].map((value) => value.toFixed(0)).join(' / ');
  const refusals = refused > 0 ? `, ${perSecond(refused)} refused (p99 ${refusalP99Ms.toFixed(0)} ms)` : '';
  return `${name.padEnd(9)}  ${perSecond(sent)} sent, ${perSecond(succeeded)} served, p50 / p99 / longest ${waits} ms${refusals}`;
}
