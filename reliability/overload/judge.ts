import type { Figures, Phase } from './figures.ts';

export interface Verdict {
  promise: string;
  measured: string;
  isKept: boolean;
}

/**
 * What is promised. The figures were chosen wide: generator, service and database share the cores here, and whoever else works on
 * the machine takes its share as well. Left alone they are several times better (docs/reliability.md).
 */
export const PROMISES = {
  leastOffered: 2,
  leastServedShare: 0.2,
  leastReady: 0.95,
  p50Ms: 1_000,
  p99Ms: 3_000,
  /** On a machine that is slower even when it has no more to do than it can, this many times what it takes then. */
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
    verdict('it is too much: some are refused', overload.refused > 0, `${overload.refused} of ${overload.sent}`),
    verdict('callers who wait their turn are never refused', capacity.refused === 0, `${capacity.refused} refused`),
  ];
}

function answerVerdicts({ capacity, overload, after, probes }: Figures): Verdict[] {
  const faults = [capacity, overload, after].reduce((sum, { faultCount }) => sum + faultCount, 0);
  const share = rate(overload) / rate(capacity);
  const { leastServedShare, leastReady, p50Ms, p99Ms } = PROMISES;
  const { asked, answered, ready, slowestMs } = probes;
  const [half, most] = [allowed(p50Ms, capacity.p50Ms), allowed(p99Ms, capacity.p99Ms)];
  return [
    verdict('every answer is a success or a well-formed 503, no connection is cut', faults === 0, `${faults} others`),
    verdict(`half of what is accepted is answered within ${ms(half)}`, overload.p50Ms <= half, ms(overload.p50Ms)),
    verdict(`99 in 100 within ${ms(most)}`, overload.p99Ms <= most, ms(overload.p99Ms)),
    verdict(
      `at least ${leastServedShare * 100} % of the capacity is still served`,
      share >= leastServedShare,
      `${(share * 100).toFixed(0)} %`,
    ),
    verdict(
      `/readyz answers every time, within ${ms(most)}, and ${leastReady * 100} in 100 times that it is`,
      asked > 0 && answered === asked && ready >= leastReady * asked && slowestMs <= most,
      `${answered} of ${asked}, ${ready} ready, the slowest in ${ms(slowestMs)}`,
    ),
  ];
}

const allowed = (promisedMs: number, atCapacityMs: number) =>
  Math.max(promisedMs, PROMISES.orTimesAtCapacity * atCapacityMs);

function stateVerdicts({ capacity, overload, after, kept, watched }: Figures): Verdict[] {
  const { acknowledged, missing, doubled, madeAnyway } = kept;
  const refused = capacity.refused + overload.refused + after.refused;
  const { shed, unavailable, begun, ended, faultLines, peakResidentBytes, exitCode } = watched;
  const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  return [
    verdict(
      'every acknowledged booking exists once, and no refused one',
      acknowledged > 0 && missing === 0 && doubled === 0 && madeAnyway === 0,
      `${acknowledged} acknowledged, ${missing} missing, ${doubled} doubled, ${madeAnyway} made though refused`,
    ),
    verdict(
      'every refusal is counted in the metrics',
      unavailable === refused && shed > 0 && shed <= refused,
      `${unavailable} of ${refused}, ${shed} of them at the door`,
    ),
    verdict(
      'the log says when refusing began and when it ended, and of no fault of ours',
      begun > 0 && begun === ended && faultLines === 0,
      `${begun} began, ${ended} ended, ${faultLines} faults`,
    ),
    verdict(
      `memory stays below ${mebibytes(PROMISES.residentBytes)}`,
      peakResidentBytes <= PROMISES.residentBytes,
      mebibytes(peakResidentBytes),
    ),
    verdict('the service lives, and stops gently', exitCode === 0, `exit code ${exitCode}`),
  ];
}

function recoveryVerdicts({ capacity, overload, after }: Figures): Verdict[] {
  const drainMs = allowed(PROMISES.p99Ms, capacity.p99Ms);
  const afterMs = allowed(PROMISES.afterP99Ms, capacity.p99Ms);
  return [
    verdict(`what was accepted is answered within ${ms(drainMs)}`, overload.drainMs <= drainMs, ms(overload.drainMs)),
    verdict(
      'then every request succeeds at once',
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
