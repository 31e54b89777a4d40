import { setTimeout as sleep } from 'node:timers/promises';
import { fillMedium } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import type { Bench } from './limits.ts';
import { signIn } from './pages.ts';
import type { MeasuringOptions } from './row.ts';
import { serviceSide } from './sides.ts';
import { type Figure, figureOf } from './startup.ts';

const AT_MOST_MS = 50;
const INDEX_WITHIN_MS = 300_000;

/** What is searched for in an account of 100,000 trips and 10,000 riders. */
const SEARCHES: [title: string, text: string][] = [
  ['a word of every trip', 'paris'],
  ['the beginning of every name', 'l'],
  ['one rider of 10,000', 'lovelace 4321'],
  ['a phone number', '06 12 34 56 78'],
  ['a word of the oldest half', 'zenith'],
  ['a word of the oldest half and one rider', 'zenith 4321'],
  ['a word of no trip', 'reykjavik'],
];

/** The response times of the search page, and how long it takes to index the account. */
export async function searchRows(world: Bench): Promise<Prepared> {
  await fillMedium(world);
  const { accountId } = world.accounts.medium;
  await world.client.query(
    `UPDATE trips SET pickup_address = pickup_address || ' Zénith' WHERE account_id = $1 AND created_at < now() - interval '1 year'`,
    [accountId],
  );
  const cookie = `session=${await signIn(world, accountId)}`;
  const indexedAfter = await secondsToIndex(world, accountId);
  const rider = (4321).toString(16).padStart(24, 'c');
  return {
    rows: [],
    figures: async (how) => [
      figureOf('search, to index 100,000 trips', 's', [indexedAfter], undefined),
      ...(await inTurn(SEARCHES, ([title, text]) =>
        pageFigure(world, cookie, `search, ${title}`, `/app/search?q=${encodeURIComponent(text)}`, how),
      )),
      await pageFigure(world, cookie, 'page: a rider’s trips', `/app/riders/${rider}`, how),
    ],
  };
}

async function secondsToIndex({ client }: Bench, accountId: string): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < INDEX_WITHIN_MS) {
    const { rows } = await client.query(
      `SELECT FROM search_progress WHERE account_id = $1 AND trips_after IS NULL AND riders_after IS NULL`,
      [accountId],
    );
    if (rows.length > 0) return (performance.now() - from) / 1_000;
    await sleep(100);
  }
  throw new Error('the account was not indexed in time');
}

async function inTurn<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

/** The median response time on one connection. */
async function pageFigure(
  world: Bench,
  cookie: string,
  title: string,
  path: string,
  { rounds, seconds, tell }: MeasuringOptions,
): Promise<Figure> {
  world.generator.prepare(title, { method: 'GET', path, headers: { Cookie: cookie }, slots: {} });
  const { run } = serviceSide(world, title, { connections: 1, expectedStatus: 200 });
  await run(0.1); // to warm up
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    tell(`${title}: round ${round} of ${rounds}`);
    const { p50Ms, faults } = await run(seconds / 4);
    if (Object.keys(faults).length > 0) throw new Error(`${title}: ${JSON.stringify(faults)}`);
    times.push(p50Ms);
  }
  return figureOf(`${title}, p50`, 'ms', times, { atMost: AT_MOST_MS });
}
