import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rows, rowsIn, rowsOf, withoutVersions } from '../support/backups.ts';
import { startBooking, tripOf } from '../support/bookingClients.ts';
import { type ServedDatabase, serveAsOrdinaryUser, serveByUrl, serveEmbedded } from '../support/servedDatabases.ts';

/** When a key was last used is written every few seconds by the service that runs: not what these tests are about. */
const withoutKeyUse = ({ api_keys: keys = [], ...rows }: Rows): Rows => ({
  ...rows,
  api_keys: keys.map(({ last_used_at: _, ...key }) => key),
});
const tripsOf = (rows: Rows) => new Set(rows.trips?.map((row) => row.trip_id));

describe.each([
  ['the embedded database', serveEmbedded, [200]],
  ['a database given by its URL', serveByUrl, [200]],
  // Nobody can read while rows make room there: see the decisions.
  ['a database given by its URL, to a user who is only its owner', serveAsOrdinaryUser, [200, 503]],
] as const)('a restore of %s, while the service runs', (_what, serve, statusesOfReaders) => {
  let served: ServedDatabase;
  beforeAll(async () => {
    served = await serve();
  });
  afterAll(() => served.remove());

  const backupTo = async (name: string) => {
    const file = join(served.directory, name);
    await served.operator.json(`backup ${file}`);
    return file;
  };
  const stateOf = (rows: Rows) => withoutVersions(withoutKeyUse(rows));
  const stateNow = async () => stateOf(await rowsOf(served.target));

  it('brings back the state of the backup, and keeps what it replaces, which can be restored in its turn', async () => {
    const { service, operator } = served;
    const trips = [await service.book(), await service.book()];
    await service.api.cancel(trips[0] ?? '');
    const before = await stateNow();
    const file = await backupTo('before.trips');

    await service.api.cancel(trips[1] ?? '');
    await operator.json('tiers add --name Luxe --multiplier 2');
    await service.book();
    const changed = await stateNow();
    expect(changed).not.toEqual(before);

    const { replaced } = await operator.json(`restore ${file}`);
    expect(await stateNow()).toEqual(before);
    expect(statSync(replaced).mode & 0o777).toBe(0o600);
    await operator.json(`restore ${replaced} --replaced ${join(served.directory, 'again.trips')}`);
    expect(await stateNow()).toEqual(changed);
    expect(stateOf(rowsIn(join(served.directory, 'again.trips')))).toEqual(before);
    expect(readdirSync(served.directory).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('loses no concurrent booking: each is in the saved file or in the database; every refusal is a 503', async () => {
    const { service, operator } = served;
    const booking = startBooking(service.api);
    await booking.until(() => booking.acknowledged().length > 200);
    const file = await backupTo('while-booking.trips');
    const readers: number[] = [];
    let isRestored = false;
    const reading = (async () => {
      while (!isRestored) readers.push((await service.api.list('?limit=5')).status);
    })();
    const { replaced } = await operator.json(`restore ${file}`);
    const restoredAt = performance.now();
    isRestored = true;
    await reading;
    await booking.until(() => booking.acknowledged().some(({ begunAt }) => begunAt > restoredAt));
    await booking.stop();

    const refused = booking.attempts.filter(({ answer }) => answer.status !== 201);
    expect(refused.filter(({ answer }) => answer.status !== 503)).toEqual([]); // 503 has Retry-After: every answer is held to that
    expect(readers.filter((status) => !(statusesOfReaders as readonly number[]).includes(status))).toEqual([]);
    const [inBackup, inReplaced, now] = [
      tripsOf(rowsIn(file)),
      tripsOf(rowsIn(replaced)),
      tripsOf(await rowsOf(served.target)),
    ];
    const lost = booking.acknowledged().filter((each) => !inReplaced.has(tripOf(each)) && !now.has(tripOf(each)));
    expect(lost).toEqual([]);
    expect([...inBackup].filter((trip) => !now.has(trip))).toEqual([]);
    // What is there beyond the backup was booked after it was restored.
    expect([...now].filter((trip) => !inBackup.has(trip) && inReplaced.has(trip))).toEqual([]);
    expect(inReplaced.size).toBeGreaterThan(inBackup.size);
  });
});
