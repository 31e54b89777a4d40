import type { Clock } from '../clock.ts';
import { startOfHour } from './usageStore.ts';

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

// An account at the limit of its tier sends forty in two seconds; what goes beyond is a flood, of which a part shows enough.
export const MAX_OF_ACCOUNT = 100;
// Writing them takes the process a few milliseconds, so that no request waits longer for it than that.
const MAX_ENTRIES = 1_000;

/** A request that is kept as an entry of the log. */
export interface Noted {
  accountId: string;
  at: number;
  request: EndedRequest;
}

/** What was noted of one account within one hour. */
export interface NotedHour {
  accountId: string;
  hour: number;
  /** By the first digit of the status. */
  requests: number[];
  unlogged: number[];
}

export const classOf = (status: number) => (status / 100) | 0;

const newHour = (accountId: string, hour: number): NotedHour => ({
  accountId,
  hour,
  requests: [0, 0, 0, 0, 0, 0],
  unlogged: [0, 0, 0, 0, 0, 0],
});

function countOne(counts: number[], statusClass: number): void {
  counts[statusClass] = (counts[statusClass] ?? 0) + 1;
}

/** Requests in memory, until they are taken to be written: all of them counted, and of each account only so many as entries. */
export function createNotes(clock: Clock) {
  let hours = new Map<string, NotedHour>();
  let finished: NotedHour[] = [];
  let entries: Noted[] = [];
  let entriesOf = new Map<string, number>();
  const active = new Set<string>();

  function hourOf(accountId: string, start: number): NotedHour {
    const known = hours.get(accountId);
    if (known?.hour === start) return known;
    if (known) finished.push(known);
    const begun = newHour(accountId, start);
    hours.set(accountId, begun);
    active.add(accountId);
    return begun;
  }

  return {
    note(request: EndedRequest): void {
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
    /** What there is, and begins anew. */
    take(): { hours: NotedHour[]; entries: Noted[] } {
      const taken = { hours: [...finished, ...hours.values()], entries };
      [hours, finished, entries, entriesOf] = [new Map(), [], [], new Map()];
      return taken;
    },
    /** Accounts that were noted since this was last asked. */
    takeActive(): string[] {
      const accounts = [...active];
      active.clear();
      for (const accountId of hours.keys()) active.add(accountId);
      return accounts;
    },
  };
}
