import { type AdmissionRule, admissionLimit, type Tick } from './admission.ts';

/** How many requests are in progress, and how many may be. */
export interface Workload {
  readonly underWay: number;
  readonly limit: number;
  begin(): void;
  /** A request was answered. */
  end(): void;
  /** A request waits for its client again, not for us. */
  setAside(): void;
  /** Call once per tick, with a monotonic clock. */
  tick(nowMs: number): void;
}

export function createWorkload(rule: AdmissionRule, nowMs: number): Workload {
  const recent: Tick[] = [];
  // A timer may fire a little early: one more than fits.
  const maxTicks = Math.max(rule.busyTicks, Math.ceil(rule.busyMs / rule.tickMs) + 1);
  let beganAtMs = nowMs;
  let underWay = 0;
  let maxUnderWay = 0;
  let answered = 0;
  let limit = rule.max;
  return {
    get underWay() {
      return underWay;
    },
    get limit() {
      return limit;
    },
    begin() {
      underWay += 1;
      if (underWay > maxUnderWay) maxUnderWay = underWay;
    },
    end() {
      underWay -= 1;
      answered += 1;
    },
    setAside() {
      underWay -= 1;
    },
    tick(nowMs) {
      recent.push({ elapsedMs: nowMs - beganAtMs, answered, maxUnderWay });
      if (recent.length > maxTicks) recent.shift();
      [beganAtMs, answered, maxUnderWay] = [nowMs, 0, underWay];
      limit = admissionLimit(recent, rule);
    },
  };
}
