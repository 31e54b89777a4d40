import { type Clock, HOUR_MS } from '../clock.ts';

export const startOfHour = (at: number): number => at - (at % HOUR_MS);

/** What is recorded of a finished request. */
export interface CompletedRequest {
  /** Undefined without a valid key; nothing is recorded then. */
  accountId: string | undefined;
  keyId: string | undefined;
  requestId: string;
  method: string;
  route: string;
  /** The `:id` of the route's path, of whatever kind, as the client sent it. */
  pathId: string | undefined;
  status: number;
  code: string | undefined;
  seconds: number;
}

/** How often the buffer is written. */
export const WRITE_EVERY_SECONDS = 2;
// An account at the limit of its tier sends forty in two seconds; of a flood beyond that, the newest are enough.
export const MAX_OF_ACCOUNT = 100;
// Writing this many takes a few milliseconds, and no request waits longer than that for it.
export const MAX_ENTRIES = 1_000;

/** The requests of one account within one hour. */
export interface HourlyUsage {
  accountId: string;
  hour: number;
  /** By the first digit of the status. */
  requests: number[];
  unlogged: number[];
  requestsOfKeys: Map<string, number>;
}

/** A request that becomes an entry of the log. */
export interface BufferedRequest {
  accountId: string;
  keyId: string;
  at: number;
  request: CompletedRequest;
  /** Where it is counted. */
  counted: HourlyUsage;
}

export const classOf = (status: number) => (status / 100) | 0;

const newHour = (accountId: string, hour: number): HourlyUsage => ({
  accountId,
  hour,
  requests: [0, 0, 0, 0, 0, 0],
  unlogged: [0, 0, 0, 0, 0, 0],
  requestsOfKeys: new Map(),
});

function countOne(counts: number[], statusClass: number): void {
  counts[statusClass] = (counts[statusClass] ?? 0) + 1;
}

/**
 * Requests in memory until they are written: all are counted, and the newest become entries, up to MAX_OF_ACCOUNT per
 * account. When MAX_ENTRIES are kept, the account with the most gives up its oldest, so a busy account cannot displace
 * a quiet one's.
 */
export function createUsageBuffer(clock: Clock) {
  let hours = new Map<string, HourlyUsage>();
  let finished: HourlyUsage[] = [];
  let entriesOf = new Map<string, BufferedRequest[]>();
  let kept = 0;

  function hourOf(accountId: string, start: number): HourlyUsage {
    const known = hours.get(accountId);
    if (known?.hour === start) return known;
    if (known) finished.push(known);
    const begun = newHour(accountId, start);
    hours.set(accountId, begun);
    return begun;
  }

  function keep(entry: BufferedRequest): void {
    const entries = entriesOf.get(entry.accountId) ?? [];
    if (entries.length === 0) entriesOf.set(entry.accountId, entries);
    if (entries.length >= MAX_OF_ACCOUNT) dropOldest(entries);
    else if (kept >= MAX_ENTRIES) dropOldest(longestList());
    entries.push(entry);
    kept += 1;
  }

  function longestList(): BufferedRequest[] {
    let longest: BufferedRequest[] = [];
    for (const entries of entriesOf.values()) if (entries.length > longest.length) longest = entries;
    return longest;
  }

  function dropOldest(entries: BufferedRequest[]): void {
    const dropped = entries.shift();
    if (!dropped) return;
    kept -= 1;
    countOne(dropped.counted.unlogged, classOf(dropped.request.status));
  }

  return {
    record(request: CompletedRequest): void {
      const { accountId, keyId } = request;
      if (accountId === undefined || keyId === undefined) return;
      const at = clock().getTime();
      const counted = hourOf(accountId, startOfHour(at));
      countOne(counted.requests, classOf(request.status));
      counted.requestsOfKeys.set(keyId, (counted.requestsOfKeys.get(keyId) ?? 0) + 1);
      keep({ accountId, keyId, at, request, counted });
    },
    /** Returns everything recorded and starts again, empty. */
    take(): { hours: HourlyUsage[]; entries: BufferedRequest[] } {
      const taken = { hours: [...finished, ...hours.values()], entries: [...entriesOf.values()].flat() };
      [hours, finished, entriesOf, kept] = [new Map(), [], new Map(), 0];
      return taken;
    },
  };
}
