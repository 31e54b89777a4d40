import { bodyOf } from '../bareServer/capture.ts';
import { fillTrips, settle } from '../database/fill.ts';
import type { RequestShape } from '../load/requests.ts';
import type { Bench, Watched } from './limits.ts';
import { creationUnder, listing, pickupTimes, quoting, reading } from './requests.ts';
import type { Row } from './row.ts';
import { CONNECTIONS, sameBytesSide, serviceSide } from './sides.ts';

export const READABLE = 100_000;
const REPLAYED_KEYS = 1_000;

/** The ids of filled trips, in the order of their creation, here and in SQL. */
export const spreadTripId = (n: number) => `6a${n.toString(16).padStart(22, '0')}`;
export const SPREAD_TRIP_ID = `'6a' || lpad(to_hex(n), 22, '0')`;
export const spreadTripIds = (count: number) => Array.from({ length: count }, (_, index) => spreadTripId(index + 1));

const filled = new WeakSet<Watched>();
export async function fillMedium(world: Watched): Promise<void> {
  if (filled.has(world)) return;
  filled.add(world);
  const accountId = `'${world.accounts.medium.accountId}'`;
  await fillTrips(
    world.client,
    {
      trips: READABLE,
      accountId,
      tripId: SPREAD_TRIP_ID,
      are: 'spread',
      withHistory: true,
    },
    world.watched.trip,
  );
  await settle(world.client);
}

/** The service compared with a bare server that sends the same bytes. */
async function row(world: Bench, title: string, shape: RequestShape, status: number, atLeast: number): Promise<Row> {
  const answer = await world.capture(shape);
  if (answer.status !== status) throw new Error(`${title}: the service answered ${answer.status}: ${bodyOf(answer)}`);
  world.generator.prepare(title, shape);
  return {
    title,
    subject: serviceSide(world, title, { connections: CONNECTIONS, expectedStatus: status }),
    limit: sameBytesSide(world, { name: 'node:http', ...world.bare }, title, answer),
    compare: 'rate',
    aim: { atLeast },
  };
}

export async function replayRow(world: Bench): Promise<Row> {
  const { apiKey } = world.accounts.booking;
  const keys = Array.from({ length: REPLAYED_KEYS }, (_, index) => `replayed-${String(index).padStart(8, '0')}`);
  const when = pickupTimes()[0] ?? '';
  world.generator.prepare('bookings to replay', creationUnder(apiKey, keys, 'once', when));
  const made = { port: world.service.port, connections: 16, seconds: 60, expectedStatus: 201 };
  await world.generator.run('bookings to replay', made);
  return row(world, 'replay of a completed create', creationUnder(apiKey, keys, 'turns', when), 201, 0.5);
}

export async function readRow(world: Bench): Promise<Row> {
  await fillMedium(world);
  const { apiKey } = world.accounts.medium;
  return row(world, 'read one of 100,000', reading(apiKey, spreadTripIds(READABLE)), 200, 0.6);
}

export async function listRow(world: Bench): Promise<Row> {
  await fillMedium(world);
  return row(world, 'list 20, first page', listing(world.accounts.medium.apiKey), 200, 0.4);
}

export const quoteRow = (world: Bench): Promise<Row> =>
  row(world, 'quote', quoting(world.accounts.booking.apiKey, world.serviceTierId), 200, 0.6);
