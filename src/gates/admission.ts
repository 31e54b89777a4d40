/** How many requests may be under way, and by what that is judged. */
export interface AdmissionRule {
  tickMs: number;
  /** All ticks of this time, and so many at the least, must be busy before anything is refused below `most`. */
  busyMs: number;
  busyTicks: number;
  /** The longest that a newcomer should have to wait for its answer. */
  waitMs: number;
  /** Never refused below this, however slow things are: so nobody is locked out, and callers with fewer connections never refused. */
  fewest: number;
  /** Never admitted above this, however fast things are: what waits takes memory. */
  most: number;
}

/**
 * A second: a burst that is served within it is no overload, nor are the first slow requests of a young process. Three ticks: nor is
 * one garbage collection, however long. Half a second: longer than any healthy answer takes, shorter than callers' patience. 256 callers who
 * each wait for their answer are four times what it takes to keep the service and its database busy. A thousand at once
 * are answered within that second wherever a thousand a second can be.
 */
export const USUAL_ADMISSION: AdmissionRule = {
  tickMs: 100,
  busyMs: 1_000,
  busyTicks: 3,
  waitMs: 500,
  fewest: 256,
  most: 1_000,
};

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
  const ticks = judgedTicks(recent, rule);
  if (ticks.length === 0 || ticks.some(({ mostUnderWay }) => mostUnderWay < rule.fewest)) return rule.most;
  const elapsedMs = sum(ticks.map((tick) => tick.elapsedMs));
  const answered = sum(ticks.map((tick) => tick.answered));
  const lagMs = sum(ticks.map((tick) => Math.max(0, tick.elapsedMs - rule.tickMs))) / ticks.length;
  const inTime = Math.floor((answered / elapsedMs) * (rule.waitMs - lagMs));
  return Math.max(rule.fewest, Math.min(rule.most, inTime));
}

/** The last ones that are long enough together, and enough; none, if there are not yet so many. */
function judgedTicks(recent: readonly Tick[], { busyMs, busyTicks }: AdmissionRule): readonly Tick[] {
  let elapsedMs = 0;
  for (let first = recent.length - 1; first >= 0; first -= 1) {
    elapsedMs += recent[first]?.elapsedMs ?? 0;
    if (elapsedMs >= busyMs && recent.length - first >= busyTicks) return recent.slice(first);
  }
  return [];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
