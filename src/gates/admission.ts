/** How many requests may be in progress, and how that is decided. */
export interface AdmissionRule {
  tickMs: number;
  /** All ticks within this time, and at least this many, must be busy before anything below `max` is refused. */
  busyMs: number;
  busyTicks: number;
  /** The longest a new request should wait for its response. */
  waitMs: number;
  /**
   * Never refuse below this, however slow the service is: nobody is locked out, and clients with fewer connections are
   * never refused.
   */
  min: number;
  /** Never admit above this, however fast the service is: waiting requests take memory. */
  max: number;
}

/**
 * One second: a burst served within it is not overload, nor are the first slow requests of a new process. Three ticks:
 * one garbage collection, however long, is not overload either. Half a second: longer than any healthy response, shorter
 * than clients' patience. 256 clients that each wait for their response are four times what keeps the service and its
 * database busy. A thousand at once are answered within that second wherever a thousand per second are possible.
 */
export const DEFAULT_ADMISSION: AdmissionRule = {
  tickMs: 100,
  busyMs: 1_000,
  busyTicks: 3,
  waitMs: 500,
  min: 256,
  max: 1_000,
};

/** What happened between two ticks of the event loop's clock. */
export interface Tick {
  /** Exceeds the tick length by the event loop's delay, which is how long new requests wait to be read. */
  elapsedMs: number;
  answered: number;
  /** The highest number of requests in progress at once. */
  maxUnderWay: number;
}

/**
 * How many requests may be in progress, judged by the last ticks. A new request waits until those before it are
 * answered: their number divided by the rate of responses. So the limit is the number answered within the longest
 * acceptable wait, less the time a new request waits to be read.
 */
export function admissionLimit(recent: readonly Tick[], rule: AdmissionRule): number {
  const ticks = judgedTicks(recent, rule);
  if (ticks.length === 0 || ticks.some(({ maxUnderWay }) => maxUnderWay < rule.min)) return rule.max;
  const elapsedMs = sum(ticks.map((tick) => tick.elapsedMs));
  const answered = sum(ticks.map((tick) => tick.answered));
  const lagMs = sum(ticks.map((tick) => Math.max(0, tick.elapsedMs - rule.tickMs))) / ticks.length;
  const inTime = Math.floor((answered / elapsedMs) * (rule.waitMs - lagMs));
  return Math.max(rule.min, Math.min(rule.max, inTime));
}

/** The most recent ticks that together are long enough and numerous enough; none if there are too few yet. */
function judgedTicks(recent: readonly Tick[], { busyMs, busyTicks }: AdmissionRule): readonly Tick[] {
  let elapsedMs = 0;
  for (let first = recent.length - 1; first >= 0; first -= 1) {
    elapsedMs += recent[first]?.elapsedMs ?? 0;
    if (elapsedMs >= busyMs && recent.length - first >= busyTicks) return recent.slice(first);
  }
  return [];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
