import { bodyOf } from '../bareServer/capture.ts';
import { fillTrips, settle } from '../database/fill.ts';
import { SPREAD_TRIP_ID } from './againstBareServer.ts';
import type { Bench } from './limits.ts';
import { listing } from './requests.ts';
import type { Row } from './row.ts';
import { serviceSide } from './sides.ts';

const LARGE = 1_000_000;
const SMALL = 1_000;
const PAGE = 20;
const DAY_MS = 86_400_000;

/** Lists of an account of a million trips against the same lists of one of a thousand, on one connection. */
export async function sizeRows(world: Bench): Promise<Row[]> {
  for (const [account, trips] of [
    [world.accounts.large, LARGE],
    [world.accounts.small, SMALL],
  ] as const) {
    const accountId = `'${account.accountId}'`;
    await fillTrips(
      world.client,
      { trips, accountId, tripId: SPREAD_TRIP_ID, are: 'spread', withHistory: false },
      world.watched.trip,
    );
    await settle(world.client);
    await expectTotal(world, account.apiKey, trips);
  }
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const range = `from=${day(400)}&to=${day(370)}`; // a month, more than a year ago
  const row = (title: string, query: (trips: number) => string, atMost: number): Row => {
    world.generator.prepare(`${title} large`, listing(world.accounts.large.apiKey, query(LARGE)));
    world.generator.prepare(`${title} small`, listing(world.accounts.small.apiKey, query(SMALL)));
    const order = { connections: 1, expectedStatus: 200 };
    return {
      title: `list, ${title}, 1,000,000 : 1,000`,
      subject: serviceSide(world, `${title} large`, order, '1,000,000 trips'),
      limit: serviceSide(world, `${title} small`, order, '1,000 trips'),
      compare: 'time',
      aim: { atMost },
      sliceShare: 0.5,
    };
  };
  return [
    row('first page', () => '', 1.25),
    row('last page', (trips) => `?page=${trips / PAGE}`, 2),
    row('by status', () => '?status=CONFIRMED', 2),
    row('by range', () => `?${range}`, 2),
    row('by status and range', () => `?status=FINISHED&${range}`, 2),
  ];
}

async function expectTotal(world: Bench, apiKey: string, trips: number): Promise<void> {
  const { pagination, data } = JSON.parse(bodyOf(await world.capture(listing(apiKey))));
  if (pagination?.total !== trips || data.length !== PAGE)
    throw new Error(`the service lists ${pagination?.total} trips of ${trips}`);
}
