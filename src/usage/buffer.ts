import { type Clock, HOUR_MS } from '../clock.ts';

export const startOfHour = (at: number): number => at - (at % HOUR_MS);

/** What is recorded of a finished request. */
export interface CompletedRequest {
  /** Undefined without a valid key; nothing is recorded then. */
  accountId: string | undefined;
  requestId: string;
  method: string;
  route: string;
  /** The route's `:id`, as the client sent it. */
  tripId: string | undefined;
  status: number;
  code: string | undefined;
  seconds: number;
}

// An account at the limit of its tier sends forty in two seconds; of a flood beyond that, a part is enough.
export const MAX_OF_ACCOUNT = 100;
// Writing this many takes a few milliseconds, and no request waits longer than that for it.
const MAX_ENTRIES = 1_000;

/** A request that becomes an entry of the log. */
export interface BufferedRequest {
  accountId: string;
  at: number;
  request: CompletedRequest;
}

/** The requests of one account within one hour. */
export interface HourlyUsage {
  accountId: string;
  hour: number;
  /** By the first digit of the status. */
  requests: number[];
  unlogged: number[];
}

export const classOf = (status: number) => (status / 100) | 0;

const newHour = (accountId: string, hour: number): HourlyUsage => ({
  accountId,
  hour,
  requests: [0, 0, 0, 0, 0, 0],
  unlogged: [0, 0, 0, 0, 0, 0],
});

function countOne(counts: number[], statusClass: number): void {
  counts[statusClass] = (counts[statusClass] ?? 0) + 1;
}

/** Requests in memory until they are written: all are counted, and up to MAX_OF_ACCOUNT per account become entries. */
export function createUsageBuffer(clock: Clock) {
  let hours = new Map<string, HourlyUsage>();
  let finished: HourlyUsage[] = [];
  let entries: BufferedRequest[] = [];
  let entriesOf = new Map<string, number>();

  function hourOf(accountId: string, start: number): HourlyUsage {
    const known = hours.get(accountId);
    if (known?.hour === start) return known;
    if (known) finished.push(known);
    const begun = newHour(accountId, start);
    hours.set(accountId, begun);
    return begun;
  }

  return {
    record(request: CompletedRequest): void {
      const { accountId } = request;
      if (accountId === undefined) return;
      const at = clock().getTime();
      const hour = hourOf(accountId, startOfHour(at));
      const statusClass = classOf(request.status);
      countOne(hour.requests, statusClass);
      const kept = entriesOf.get(accountId) ?? 0;
      if (kept < MAX_OF_ACCOUNT && entries.length < MAX_ENTRIES) {
        entriesOf.set(accountId, kept + 1);
        entries.push({ accountId, at, request });
      } else countOne(hour.unlogged, statusClass);
    },
    /** Returns everything recorded and starts anew. */
    take(): { hours: HourlyUsage[]; entries: BufferedRequest[] } {
      const taken = { hours: [...finished, ...hours.values()], entries };
      [hours, finished, entries, entriesOf] = [new Map(), [], [], new Map()];
      return taken;
    },
  };
}
