import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId, parseId } from '../identifiers.ts';
import { outageLog, type SweepLog } from '../sweeping.ts';
import {
  type BufferedRequest,
  type CompletedRequest,
  classOf,
  createUsageBuffer,
  type HourlyUsage,
  startOfHour,
  WRITE_EVERY_SECONDS,
} from './buffer.ts';
import { type HourlyCount, type KeyCount, type LoggedRequest, writeUsage } from './usageStore.ts';

export interface UsageRecorder {
  /** Runs for every request, so it only records it in memory. */
  record(request: CompletedRequest): void;
  /** Writes what was recorded so far. */
  write(): Promise<void>;
  /** Writes what was recorded and stops. */
  close(): Promise<void>;
}

/**
 * Records requests in memory and writes them every few seconds for all accounts at once. Counts are retried when the
 * database fails; log entries are dropped.
 */
export function createUsageRecorder(
  database: Queryable,
  clock: Clock,
  log: SweepLog,
  everyMs = WRITE_EVERY_SECONDS * 1000,
): UsageRecorder {
  const { noteFailure, noteSuccess } = outageLog('record API usage', log);
  const buffer = createUsageBuffer(clock);
  let unwritten = noCounts();
  let writing: Promise<void> = Promise.resolve();

  async function writeBuffered(): Promise<void> {
    const { hours, entries } = buffer.take();
    const counts = added(unwritten, hours);
    if (counts.hours.size === 0) return;
    unwritten = noCounts();
    try {
      const { hours: ofAccounts, keys } = counts;
      await writeUsage(database, { hours: [...ofAccounts.values()], keys: [...keys.values()] }, entries.map(entryOf));
      noteSuccess();
    } catch (error) {
      noteFailure(error as Error);
      unwritten = withoutEntries(counts, entries);
    }
  }

  const write = () => {
    writing = writing.then(writeBuffered);
    return writing;
  };
  const timer = setInterval(write, everyMs);
  timer.unref();
  return {
    record: buffer.record,
    write,
    async close() {
      clearInterval(timer);
      await write();
    },
  };
}

/** Counts to write, by what makes each a row: a statement cannot update a row twice. */
interface Counts {
  /** Per account, hour and status class. */
  hours: Map<string, HourlyCount>;
  /** Per key and hour. */
  keys: Map<string, KeyCount>;
}

const noCounts = (): Counts => ({ hours: new Map(), keys: new Map() });

const countKey = (accountId: string, hour: number, statusClass: number) => `${accountId} ${hour} ${statusClass}`;

/** These counts, and those that could not be written before. */
function added(before: Counts, usages: readonly HourlyUsage[]): Counts {
  const counts = { hours: new Map(before.hours), keys: new Map(before.keys) };
  for (const { accountId, hour: start, requests, unlogged, requestsOfKeys } of usages) {
    const hour = new Date(start);
    for (const [statusClass, count] of requests.entries()) {
      if (count === 0) continue;
      const key = countKey(accountId, start, statusClass);
      const known = counts.hours.get(key) ?? { accountId, hour, statusClass, requests: 0, unlogged: 0 };
      known.requests += count;
      known.unlogged += unlogged[statusClass] ?? 0;
      counts.hours.set(key, known);
    }
    for (const [keyId, count] of requestsOfKeys) {
      const known = counts.keys.get(`${keyId} ${start}`) ?? { accountId, keyId, hour, requests: 0 };
      known.requests += count;
      counts.keys.set(`${keyId} ${start}`, known);
    }
  }
  return counts;
}

/** Adds these entries to those missing in the log. */
function withoutEntries(counts: Counts, entries: readonly BufferedRequest[]): Counts {
  for (const { accountId, at, request } of entries) {
    const count = counts.hours.get(countKey(accountId, startOfHour(at), classOf(request.status)));
    if (count) count.unlogged += 1;
  }
  return counts;
}

/** The path without anything a client may have put into it, except an identifier. */
function entryOf({ accountId, keyId, at, request }: BufferedRequest): LoggedRequest {
  const { requestId, method, route, pathId, status, code = null, seconds } = request;
  const id = pathId === undefined ? undefined : parseId(pathId);
  const path = id === undefined ? route : route.replace(':id', id);
  const ms = Math.round(seconds * 100_000) / 100;
  return { accountId, keyId, entryId: newId(), loggedAt: new Date(at), requestId, method, path, status, code, ms };
}
