import { bodyOf } from '../bareServer/capture.ts';
import { fillTrips, settle } from '../database/fill.ts';
import { startGenerator } from '../load/generator.ts';
import { SPREAD_TRIP_ID, spreadTripId, spreadTripIds } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import type { Bench } from './limits.ts';
import { listing, reading } from './requests.ts';
import type { MeasuringOptions, Row } from './row.ts';
import { serviceSide } from './sides.ts';
import { type Figure, figureOf } from './startup.ts';
import { type Installation, SEED } from './world.ts';

const LARGE = 1_000_000;
const SMALL = 1_000;
const DAY_MS = 86_400_000;
const NEIGHBOURS = 8;

const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const MONTH = `?from=${day(400)}&to=${day(370)}`;
const YEAR = `?from=${day(400)}&to=${day(35)}`;

const ONE_CONNECTION = { connections: 1, expectedStatus: 200 };

/** Lists of an account of a million trips: against an account of a thousand, by the clock, and their effect on other accounts. */
export async function sizeRows(world: Bench): Promise<Prepared> {
  for (const [account, trips] of [
    [world.accounts.large, LARGE],
    [world.accounts.small, SMALL],
  ] as const) {
    const accountId = `'${account.accountId}'`;
    const fill = { trips, accountId, tripId: SPREAD_TRIP_ID, are: 'spread', withHistory: false } as const;
    await fillTrips(world.client, fill, world.watched.trip);
    await settle(world.client);
    await expectTotal(world, account.apiKey, trips);
  }
  const { pages } = await paginationOf(world, world.accounts.large.apiKey, YEAR);
  const tempFilesBefore = await tempFiles(world);
  return {
    rows: [
      sizeRow(world, 'first page', ''),
      sizeRow(world, 'by status', '?status=CONFIRMED'),
      deepPagesRow(world, pages),
    ],
    figures: async (how) => [
      await listFigure(world, 'first page of a month', MONTH, 30, how),
      await listFigure(world, 'deepest page of a year', `${YEAR}&page=${pages}`, 500, how),
      figureOf('temporary files written by these lists', 'files', [(await tempFiles(world)) - tempFilesBefore], {
        atMost: 0,
      }),
    ],
  };
}

function sizeRow(world: Bench, title: string, query: string): Row {
  world.generator.prepare(`${title} large`, listing(world.accounts.large.apiKey, query));
  world.generator.prepare(`${title} small`, listing(world.accounts.small.apiKey, query));
  return {
    title: `list, ${title}, 1M : 1,000`,
    subject: serviceSide(world, `${title} large`, ONE_CONNECTION, '1,000,000 trips'),
    limit: serviceSide(world, `${title} small`, ONE_CONNECTION, '1,000 trips'),
    compare: 'time',
    aim: { atMost: 1.25 },
    sliceShare: 0.5,
  };
}

/** What the readers of one account notice when eight clients of another ask for its most expensive pages. */
function deepPagesRow(world: Bench, pages: number): Row {
  const { large, small } = world.accounts;
  world.generator.prepare('neighbour reads', reading(small.apiKey, spreadTripIds(SMALL)));
  const quiet = serviceSide(world, 'neighbour reads', { connections: NEIGHBOURS, expectedStatus: 200 }, 'quiet p99');
  // Each asks for another page, because requests for the same page share one statement.
  const deepest = Array.from({ length: 1_000 }, (_, index) => String(pages - index));
  const deepPages = world.keep(startGenerator(SEED), (part) => part.stop());
  deepPages.prepare('deep pages', {
    ...listing(large.apiKey, `${YEAR}&page=@page@`),
    slots: { page: { kind: 'random', values: deepest } },
  });
  return {
    title: 'read beside deep pages : quiet',
    subject: {
      name: 'service',
      async run(seconds) {
        const order = { port: world.service.port, connections: NEIGHBOURS, seconds, expectedStatus: 200 };
        const [reads, { faults }] = await Promise.all([quiet.run(seconds), deepPages.run('deep pages', order)]);
        return { ...reads, faults: { ...reads.faults, ...faults } };
      },
    },
    limit: quiet,
    compare: 'p99',
    aim: { atMost: 3 },
    sliceShare: 0.5,
  };
}

/** The median response time of a list of the large account, on one connection. */
async function listFigure(
  world: Bench,
  title: string,
  query: string,
  atMost: number,
  { rounds, seconds, tell }: MeasuringOptions,
): Promise<Figure> {
  world.generator.prepare(title, listing(world.accounts.large.apiKey, query));
  const { run } = serviceSide(world, title, ONE_CONNECTION);
  await run(0.1); // to warm up
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`${title}: round ${round} of ${rounds}`);
    const { p50Ms, faults } = await run(seconds / 2);
    if (Object.keys(faults).length > 0) throw new Error(`${title}: ${JSON.stringify(faults)}`);
    times.push(p50Ms);
  }
  return figureOf(`list, ${title}, 1,000,000 trips, p50`, 'ms', times, { atMost });
}

/** Written since the database was made. */
async function tempFiles({ client }: Installation): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()'); // includes what this connection wrote
  const { rows } = await client.query('SELECT temp_files FROM pg_stat_database WHERE datname = current_database()');
  return Number(rows[0].temp_files);
}

/** The fill is right if the service lists as many trips, and the newest first, from its stored text. */
export async function expectTotal(place: Installation, apiKey: string, trips: number): Promise<void> {
  const { total, newestId } = await paginationOf(place, apiKey);
  const lastId = spreadTripId(trips);
  if (total !== trips || newestId !== lastId)
    throw new Error(`the service lists ${total} trips of ${trips}, the first of them ${newestId}, not ${lastId}`);
}

async function paginationOf({ capture }: Installation, apiKey: string, query = '') {
  const { pagination, data } = JSON.parse(bodyOf(await capture(listing(apiKey, query))));
  return { total: pagination?.total, pages: pagination?.pages, newestId: data?.[0]?._id };
}
