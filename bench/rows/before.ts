import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { fillTrips, settle } from '../database/fill.ts';
import type { RequestShape } from '../load/requests.ts';
import { fillMedium, READABLE, SPREAD_TRIP_ID, spreadTripIds } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import { withCosts } from './costs.ts';
import { type Bench, type Watched, watchOperations } from './limits.ts';
import { cancelling, creation, listing, reading } from './requests.ts';
import type { Row } from './row.ts';
import { httpSide } from './sides.ts';
import { expectTotal } from './sizes.ts';
import { openInstallation } from './world.ts';

const CONNECTIONS = 32;
const CANCELLABLE = 48_000;

/**
 * This build against another one, each on a PostgreSQL of its own with the same settings and the same trips, which are copies of a
 * trip that the build itself has written.
 */
export async function beforeRows(world: Bench, script: string): Promise<Prepared> {
  const installation = await openInstallation(world.keep, { script });
  const before = { ...installation, watched: await watchOperations(installation) };
  for (const place of [world, before]) await fill(place);

  const row = (
    title: string,
    expectedStatus: number,
    atLeast: number,
    shape: (place: Watched) => RequestShape,
  ): Row => {
    const side = (name: string, place: Watched) => {
      const request = `${title}, ${name}`;
      world.generator.prepare(request, shape(place));
      return httpSide(world, { name, ...place.service }, request, { connections: CONNECTIONS, expectedStatus });
    };
    return {
      title: `${title} : before`,
      subject: side('this build', world),
      limit: side('before', before),
      compare: 'rate',
      aim: { atLeast },
    };
  };
  const [readable, cancellable] = [spreadTripIds(READABLE), spreadTripIds(CANCELLABLE)];
  const create = row('create', 201, 1.5, ({ accounts }) => creation([accounts.booking.apiKey]));
  const [ours, theirs] = [withCosts(world, create.subject), withCosts(before, create.limit)];
  for (const { client } of [world, before]) await client.query('CHECKPOINT');
  return {
    rows: [
      { ...create, subject: ours.side, limit: theirs.side },
      row('read', 200, 0.95, ({ accounts }) => reading(accounts.medium.apiKey, readable)),
      row('list, pages 1 to 5', 200, 0.95, ({ accounts }) => ({
        ...listing(accounts.medium.apiKey, '?page=@page@'),
        slots: { page: { kind: 'random', values: ['1', '2', '3', '4', '5'] } },
      })),
      row('cancel', 200, 0.95, ({ accounts }) => cancelling(accounts.cancel.apiKey, cancellable, false)),
    ],
    figures: async () => [...ours.figures(), ...theirs.figures()],
  };
}

async function fill(place: Watched): Promise<void> {
  const { client, accounts, watched } = place;
  const accountId = `'${accounts.cancel.accountId}'`;
  const pool = { trips: CANCELLABLE, accountId, tripId: SPREAD_TRIP_ID, are: 'confirmed', withHistory: true } as const;
  await fillTrips(client, pool, watched.trip);
  await fillMedium(place);
  await addUpCounts(client);
  await settle(client);
  await expectTotal(place, accounts.medium.apiKey, READABLE);
}

/** Release 1.0 adds up its counts in the background, and its lists are slow until it has done so. */
async function addUpCounts(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`SELECT to_regclass('trip_count_changes') IS NOT NULL AS is_first_release`);
  if (!rows[0].is_first_release) return;
  const isDue = async () => (await client.query('SELECT FROM trip_count_changes LIMIT 1')).rowCount !== 0;
  for (const deadline = Date.now() + 60_000; await isDue(); await sleep(50))
    if (Date.now() > deadline) throw new Error('the build to compare with does not add up its counts');
  await client.query('VACUUM (ANALYZE) trip_counts, trip_count_changes');
}
