import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId, parseId } from '../identifiers.ts';
import { type HourlyCount, type LoggedRequest, writeUsage } from './usageStore.ts';

/** What there is to know of a request that has ended. */
export interface EndedRequest {
  /** Of a request without a good key there is nobody to tell. */
  accountId: string | undefined;
  requestId: string;
  method: string;
  route: string;
  /** What the route calls `:id`, as the caller wrote it. */
  tripId: string | undefined;
  status: number;
  code: string | undefined;
  seconds: number;
}

export interface UsageRecorder {
  /** On the way of every request: notes it in memory, nothing more. */
  note(request: EndedRequest): void;
  /** Writes what was noted so far. */
  write(): Promise<void>;
  /** Accounts that were noted since this was last asked. */
  takeActive(): string[];
  /** Writes what was noted and stops. */
  close(): Promise<void>;
}

const HOUR_MS = 3_600_000;
// An account at the limit of its tier sends forty in two seconds; what goes beyond is a flood, of which a part shows enough.
export const MOST_OF_ACCOUNT = 100;
// Writing them takes the process a few milliseconds, so that no request waits longer for it than that.
const MOST_ENTRIES = 1_000;

interface Noted {
  accountId: string;
  at: number;
  request: EndedRequest;
}

/** What was noted of one account within one hour. */
interface Hour {
  accountId: string;
  hour: number;
  /** By the first digit of the status. */
  requests: number[];
  unlogged: number[];
}

/**
 * Notes requests in memory and writes them every other second for all accounts at once. All are counted. Of each account only so many
 * are kept as entries until the next writing; and entries, unlike counts, are given up when the database does not take them.
 */
export function createUsageRecorder(
  database: Queryable,
  clock: Clock,
  log: Pick<Logger, 'warn'>,
  everyMs = 2_000,
): UsageRecorder {
  let hours = new Map<string, Hour>();
  let finished: Hour[] = [];
  let entries: Noted[] = [];
  let entriesOf = new Map<string, number>();
  let unwritten = new Map<string, HourlyCount>();
  const active = new Set<string>();
  let writing: Promise<void> = Promise.resolve();

  function note(request: EndedRequest): void {
    const { accountId } = request;
    if (accountId === undefined) return;
    const at = clock().getTime();
    const hour = hourOf(accountId, startOfHour(at));
    const statusClass = classOf(request.status);
    hour.requests[statusClass] = (hour.requests[statusClass] ?? 0) + 1;
    const kept = entriesOf.get(accountId) ?? 0;
    if (kept < MOST_OF_ACCOUNT && entries.length < MOST_ENTRIES) {
      entriesOf.set(accountId, kept + 1);
      entries.push({ accountId, at, request });
    } else hour.unlogged[statusClass] = (hour.unlogged[statusClass] ?? 0) + 1;
  }

  function hourOf(accountId: string, start: number): Hour {
    const known = hours.get(accountId);
    if (known?.hour === start) return known;
    if (known) finished.push(known);
    const begun = { accountId, hour: start, requests: [0, 0, 0, 0, 0, 0], unlogged: [0, 0, 0, 0, 0, 0] };
    hours.set(accountId, begun);
    active.add(accountId);
    return begun;
  }

  async function writeNoted(): Promise<void> {
    const counts = added(unwritten, [...finished, ...hours.values()]);
    if (counts.size === 0) return;
    const taken = entries;
    [hours, finished, entries, entriesOf, unwritten] = [new Map(), [], [], new Map(), new Map()];
    try {
      await writeUsage(database, [...counts.values()], taken.map(entryOf));
    } catch (error) {
      log.warn({ err: error }, 'use of the API not recorded; its counters are tried again');
      for (const { accountId, at, request } of taken) {
        const count = counts.get(countKey(accountId, startOfHour(at), classOf(request.status)));
        if (count) count.unlogged += 1;
      }
      unwritten = counts;
    }
  }

  const write = () => {
    writing = writing.then(writeNoted);
    return writing;
  };
  const timer = setInterval(write, everyMs);
  timer.unref();
  return {
    note,
    write,
    takeActive() {
      const accounts = [...active];
      active.clear();
      for (const accountId of hours.keys()) active.add(accountId);
      return accounts;
    },
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

const startOfHour = (at: number) => at - (at % HOUR_MS);
const classOf = (status: number) => (status / 100) | 0;

const countKey = (accountId: string, hour: number, statusClass: number) => `${accountId} ${hour} ${statusClass}`;

/** One count an account, hour and class, however often it could not be written before: a statement cannot change a row twice. */
function added(before: ReadonlyMap<string, HourlyCount>, hours: readonly Hour[]): Map<string, HourlyCount> {
  const counts = new Map(before);
  for (const { accountId, hour, requests, unlogged } of hours)
    for (const [statusClass, count] of requests.entries()) {
      if (count === 0) continue;
      const key = countKey(accountId, hour, statusClass);
      const known = counts.get(key) ?? { accountId, hour: new Date(hour), statusClass, requests: 0, unlogged: 0 };
      known.requests += count;
      known.unlogged += unlogged[statusClass] ?? 0;
      counts.set(key, known);
    }
  return counts;
}

/** A path without what a caller may have written into it, but for a trip's id. */
function entryOf({ accountId, at, request }: Noted): LoggedRequest {
  const { requestId, method, route, tripId, status, code = null, seconds } = request;
  const id = tripId === undefined ? undefined : parseId(tripId);
  const path = id === undefined ? route : route.replace(':id', id);
  const ms = Math.round(seconds * 100_000) / 100;
  return { accountId, entryId: newId(), loggedAt: new Date(at), requestId, method, path, status, code, ms };
}
