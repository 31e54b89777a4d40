import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { rowsIn, rowsOf, targetOf, withoutVersions } from '../support/backups.ts';
import { startBooking, tripOf } from '../support/bookingClients.ts';
import { apiClient } from '../support/client.ts';
import { dataDirectoryForFile } from '../support/dataDirectory.ts';
import { liveForFile } from '../support/liveService.ts';
import { operatorProcess } from '../support/operator.ts';
import { lastLetIn } from '../support/refusal.ts';

const [directory, other] = [dataDirectoryForFile(), dataDirectoryForFile()];
const file = join(directory.path, '../made-while-booking.trips');
const service = await liveForFile({ env: { ...directory.env, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } });
const fresh = await liveForFile({ env: { ...other.env, ...HIGH_RATE_LIMITS, LOG_LEVEL: 'warn' } });
const booking = startBooking(service.api);
await booking.until(() => booking.acknowledged().length > 100);
const backupBegunAt = performance.now();
await operatorProcess(directory.env).json(`backup ${file}`);
const backupEndedAt = performance.now();
await booking.until(() => booking.acknowledged().some((each) => each.begunAt > backupEndedAt));
await booking.stop();

describe('a backup made while eight clients book', () => {
  it('disturbs none of them', () => {
    expect(booking.attempts.filter(({ answer }) => answer.status !== 201)).toEqual([]);
  });

  it('is one moment: each trip in it has its rider, its history and the record of its key', () => {
    const { trips = [], riders, trip_status_history: history, idempotency_keys: keys } = rowsIn(file);
    const idsOf = (rows: typeof trips = [], name: string) => rows.map((row) => row[name]).sort();
    expect(trips.length).toBeGreaterThan(100);
    expect(idsOf(history, 'trip_id')).toEqual(idsOf(trips, 'trip_id'));
    expect(idsOf(keys, 'trip_id')).toEqual(idsOf(trips, 'trip_id'));
    expect(idsOf(riders, 'client_id')).toEqual(expect.arrayContaining(idsOf(trips, 'client_id')));
    expect(riders).toHaveLength(trips.length + 2); // the demo account's own
  });

  it('has what was acknowledged before it began and nothing that began after its end', () => {
    const kept = new Set(rowsIn(file).trips?.map((row) => row.trip_id));
    const [before, after] = [
      booking.acknowledged().filter(({ endedAt }) => endedAt < backupBegunAt),
      booking.acknowledged().filter(({ begunAt }) => begunAt > backupEndedAt),
    ];
    expect(before.filter((each) => !kept.has(tripOf(each)))).toEqual([]);
    expect(after.filter((each) => kept.has(tripOf(each)))).toEqual([]);
    expect([before.length, after.length].every((length) => length > 0)).toBe(true);
  });
});

describe('that backup, restored under another service that runs', () => {
  it('has every row byte for byte, and the service’s own rows are gone', async () => {
    expect((await fresh.api.list()).status).toBe(200); // from now on its key is trusted for a moment
    const answer = await operatorProcess(other.env).json(`restore ${file}`);
    const rows = rowsIn(file);
    expect(withoutVersions(await rowsOf(targetOf(other)))).toEqual(withoutVersions(rows));
    const counts = Object.fromEntries(Object.entries(rows).map(([name, { length }]) => [name, length]));
    expect(answer).toMatchObject({ file, tables: counts, replaced: expect.stringContaining(`${file}.replaced-`) });
  });

  it('is served at once: the backup’s key is known, and the one before it refused within a second', async () => {
    const statuses = async () => [(await fresh.api.list()).status];
    expect(await lastLetIn(statuses)).toBeLessThan(1_000);
    const { body } = await apiClient(fresh.url, service.apiKey).list('?limit=1');
    expect(body.pagination.total).toBe(rowsIn(file).trips?.length);
  });

  it('replays the bookings in it byte for byte, and books those that came after it again', async () => {
    const api = apiClient(fresh.url, service.apiKey);
    const kept = new Set(rowsIn(file).trips?.map((row) => row.trip_id));
    const again = async (isKept: boolean) => {
      const { headers, scheduledAt, answer } = booking
        .acknowledged()
        .findLast((each) => kept.has(tripOf(each)) === isKept) ?? {
        ...booking.attempts[0],
      };
      return { first: answer?.text, second: await api.create({ scheduledAt }, headers) };
    };
    const inside = await again(true);
    expect(inside.second.headers.get('idempotent-replayed')).toBe('true');
    expect(inside.second.text).toBe(inside.first);
    const outside = await again(false);
    expect([outside.second.status, outside.second.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(outside.second.text).not.toBe(outside.first);
  });
});
