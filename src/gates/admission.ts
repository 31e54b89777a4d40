/** How many requests may be under way, and by what that is judged. */
export interface AdmissionRule {
  tickMs: number;
  /** So many ticks must be busy, one after the other, before anything is refused below `most`. */
  ticks: number;
  /** The longest that a newcomer should have to wait for its answer. */
  waitMs: number;
  /** Never refused below this, however slow things are: so nobody is locked out, and callers with fewer connections never refused. */
  fewest: number;
  /** Never admitted above this, however fast things are: what waits takes memory. */
  most: number;
}

/**
 * A second of ticks: a burst that is served within it is no overload, nor is one garbage collection or the first slow requests
 * of a young process. Half a second: longer than any healthy answer takes, shorter than callers' patience. 256 callers who
 * each wait for their answer are four times what it takes to keep the service and its database busy. A thousand at once
 * are answered within that second wherever a thousand a second can be.
 */
export const USUAL_ADMISSION: AdmissionRule = { tickMs: 100, ticks: 10, waitMs: 500, fewest: 256, most: 1_000 };

/** What happened from one tick of the event loop's clock to the next. */
export interface Tick {
  /** Longer than a tick should be by as much as the event loop was late, which is how long newcomers wait to be read. */
  elapsedMs: number;
  answered: number;
  /** The most requests that were under way at once. */
  mostUnderWay: number;
}

/**
 * How many requests may be under way, by the last ticks. Who comes to a queue waits for as long as the service takes to answer
 * those before it: their number divided by the rate of answers. Held the other way round, that many may be under way as are answered
 * in the time a newcomer should wait at the longest, less the time that it waits to be read at all.
 */
export function admissionLimit(recent: readonly Tick[], rule: AdmissionRule): number {
  const ticks = recent.slice(-rule.ticks);
  const isBusy = ticks.length === rule.ticks && ticks.every(({ mostUnderWay }) => mostUnderWay >= rule.fewest);
  if (!isBusy) return rule.most;
  const elapsedMs = sum(ticks.map((tick) => tick.elapsedMs));
  const answered = sum(ticks.map((tick) => tick.answered));
  const lagMs = sum(ticks.map((tick) => Math.max(0, tick.elapsedMs - rule.tickMs))) / ticks.length;
  const inTime = Math.floor((answered / elapsedMs) * (rule.waitMs - lagMs));
  return Math.max(rule.fewest, Math.min(rule.most, inTime));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
