import { machine } from '../support/commandLine.ts';
import type { Figures, Phase } from './figures.ts';

export interface Verdict {
  promise: string;
  measured: string;
  isKept: boolean;
}

/**
 * Wide, because generator, service and database share the cores; on an idle machine they are several times better. They hold for
 * a machine that serves `perSecond` requests at its capacity. On a slower one, times grow and the served share shrinks in
 * proportion: the generator and the refusals take more of its cores.
 */
export const PROMISES = {
  perSecond: 5_000,
  leastOffered: 2,
  leastServedShare: 0.2,
  leastReady: 0.95,
  p50Ms: 1_000,
  p99Ms: 3_000,
  /** Where requests take longer than that even at capacity, this many times as long. */
  orTimesAtCapacity: 3,
  residentBytes: 640 * 2 ** 20,
  afterP99Ms: 1_000,
};

/** Each promise with what was measured. */
export function judge(figures: Figures): Verdict[] {
  return [
    ...loadVerdicts(figures),
    ...answerVerdicts(figures),
    ...stateVerdicts(figures),
    ...recoveryVerdicts(figures),
  ];
}

const verdict = (promise: string, isKept: boolean, measured: string): Verdict => ({ promise, isKept, measured });
const rate = ({ succeeded, seconds }: Phase) => succeeded / seconds;
const ms = (value: number) => `${value.toFixed(0)} ms`;

/** Without these a run proves nothing. */
function loadVerdicts({ capacity, overload }: Figures): Verdict[] {
  const offered = overload.sent / overload.seconds / rate(capacity);
  return [
    verdict('at least twice the capacity is sent', offered >= PROMISES.leastOffered, `${offered.toFixed(2)} times`),
    verdict('it is an overload: some are refused', overload.refused > 0, `${overload.refused} of ${overload.sent}`),
    verdict(
      'callers who wait for their answers are never refused',
      capacity.refused === 0,
      `${capacity.refused} refused`,
    ),
  ];
}

function answerVerdicts({ capacity, overload, after, probes }: Figures): Verdict[] {
  const faults = [capacity, overload, after].reduce((sum, { faultCount }) => sum + faultCount, 0);
  const share = rate(overload) / rate(capacity);
  const { leastServedShare, leastReady, p50Ms, p99Ms } = PROMISES;
  const { asked, answered, ready, slowestMs } = probes;
  const slowness = slownessOf(capacity);
  const half = allowed(p50Ms * slowness, capacity.p50Ms);
  const most = allowed(p99Ms * slowness, capacity.p99Ms);
  const leastShare = leastServedShare / slowness;
  return [
    verdict('every answer is a success or a well-formed 503, no connection is cut', faults === 0, `${faults} others`),
    verdict(
      `half of the accepted requests are answered within ${ms(half)}`,
      overload.p50Ms <= half,
      ms(overload.p50Ms),
    ),
    verdict(`99 in 100 within ${ms(most)}`, overload.p99Ms <= most, ms(overload.p99Ms)),
    verdict(
      `at least ${(leastShare * 100).toFixed(0)} % of the capacity is still served`,
      share >= leastShare,
      `${(share * 100).toFixed(0)} %`,
    ),
    verdict(
      `/readyz answers every time, within ${ms(most)}, and ${leastReady * 100} in 100 times with 200`,
      asked > 0 && answered === asked && ready >= leastReady * asked && slowestMs <= most,
      `${answered} of ${asked}, ${ready} ready, the slowest in ${ms(slowestMs)}`,
    ),
  ];
}

const slownessOf = (capacity: Phase) => Math.max(1, PROMISES.perSecond / rate(capacity));

const allowed = (promisedMs: number, atCapacityMs: number) =>
  Math.max(promisedMs, PROMISES.orTimesAtCapacity * atCapacityMs);

function stateVerdicts({ capacity, overload, after, kept, watched }: Figures): Verdict[] {
  const { acknowledged, missing, doubled, madeAnyway } = kept;
  const refused = capacity.refused + overload.refused + after.refused;
  const { shed, unavailable, begun, ended, errorLines, peakResidentBytes, exitCode } = watched;
  const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return [
    verdict(
      'every acknowledged booking exists once, and no refused one',
      acknowledged > 0 && missing === 0 && doubled === 0 && madeAnyway === 0,
      `${acknowledged} acknowledged, ${missing} missing, ${doubled} duplicated, ${madeAnyway} made though refused`,
    ),
    verdict(
      'every refusal is counted in the metrics',
      unavailable === refused && shed > 0 && shed <= refused,
      `${unavailable} of ${refused}, ${shed} of them shed`,
    ),
    verdict(
      'the log says when load shedding began and ended, and has no errors',
      begun > 0 && begun === ended && errorLines === 0,
      `${begun} began, ${ended} ended, ${errorLines} errors`,
    ),
    verdict(
      `memory stays below ${mebibytes(PROMISES.residentBytes)}`,
      peakResidentBytes <= PROMISES.residentBytes,
      mebibytes(peakResidentBytes),
    ),
    verdict('the service lives, and stops gracefully', exitCode === 0, `exit code ${exitCode}`),
  ];
}

function recoveryVerdicts({ capacity, overload, after }: Figures): Verdict[] {
  const drainMs = allowed(PROMISES.p99Ms * slownessOf(capacity), capacity.p99Ms);
  const afterMs = allowed(PROMISES.afterP99Ms, capacity.p99Ms);
  return [
    verdict(
      `then accepted requests are answered within ${ms(drainMs)}`,
      overload.drainMs <= drainMs,
      ms(overload.drainMs),
    ),
    verdict(
      'then every new request succeeds',
      after.sent > 0 && after.succeeded === after.sent,
      `${after.succeeded} of ${after.sent}`,
    ),
    verdict(
      `as fast as before: 99 in 100 within ${ms(afterMs)}, half faster than when the capacity was measured`,
      after.p99Ms <= afterMs && after.p50Ms <= capacity.p50Ms,
      `${ms(after.p99Ms)}, ${ms(after.p50Ms)} against ${ms(capacity.p50Ms)}`,
    ),
  ];
}

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
