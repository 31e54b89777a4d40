import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/connection.ts';
import { newId, parseId } from '../identifiers.ts';
import {
  type BufferedRequest,
  type CompletedRequest,
  classOf,
  createUsageBuffer,
  type HourlyUsage,
  startOfHour,
  WRITE_EVERY_SECONDS,
} from './buffer.ts';
import { type HourlyCount, type LoggedRequest, writeUsage } from './usageStore.ts';

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
  log: Pick<Logger, 'warn'>,
  everyMs = WRITE_EVERY_SECONDS * 1000,
): UsageRecorder {
  const buffer = createUsageBuffer(clock);
  let unwritten: ReadonlyMap<string, HourlyCount> = new Map();
  let writing: Promise<void> = Promise.resolve();

  async function writeBuffered(): Promise<void> {
    const { hours, entries } = buffer.take();
    const counts = added(unwritten, hours);
    if (counts.size === 0) return;
    unwritten = new Map();
    try {
      await writeUsage(database, [...counts.values()], entries.map(entryOf));
    } catch (error) {
      log.warn({ err: error }, 'could not record API usage; the counts will be retried');
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

const countKey = (accountId: string, hour: number, statusClass: number) => `${accountId} ${hour} ${statusClass}`;

/**
 * One count per account, hour and status class, including counts that could not be written before: a statement cannot
 * update a row twice.
 */
function added(before: ReadonlyMap<string, HourlyCount>, hours: readonly HourlyUsage[]): Map<string, HourlyCount> {
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

/** Adds these entries to those missing in the log. */
function withoutEntries(counts: ReadonlyMap<string, HourlyCount>, entries: readonly BufferedRequest[]) {
  for (const { accountId, at, request } of entries) {
    const count = counts.get(countKey(accountId, startOfHour(at), classOf(request.status)));
    if (count) count.unlogged += 1;
  }
  return counts;
}

/** The path without anything a client may have put into it, except an identifier. */
function entryOf({ accountId, at, request }: BufferedRequest): LoggedRequest {
  const { requestId, method, route, pathId, status, code = null, seconds } = request;
  const id = pathId === undefined ? undefined : parseId(pathId);
  const path = id === undefined ? route : route.replace(':id', id);
  const ms = Math.round(seconds * 100_000) / 100;
  return { accountId, entryId: newId(), loggedAt: new Date(at), requestId, method, path, status, code, ms };
}
