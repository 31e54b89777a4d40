import { bodyOf, capture } from '../bareServer/capture.ts';
import type { RequestShape } from '../load/requests.ts';
import { APPLICATION, startParseServer } from '../parseServer/parseServer.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Prepared } from './catalogue.ts';
import type { Bench } from './limits.ts';
import { bookingBody, creation, listing, pickupTimes, reading } from './requests.ts';
import type { Row } from './row.ts';
import { httpSide } from './sides.ts';
import { expectTotal } from './sizes.ts';

const CONNECTIONS = 32;
const DATABASE = 'parse';
const TRIPS = '/classes/Trip';
const PAGES = ['1', '2', '3', '4', '5'];
const PAGE_SIZE = 20;

/**
 * The service against Parse Server on the same PostgreSQL, with as many trips. What Parse Server stores is the request's body:
 * it checks no member, adds no rider, history or event, and a repeated request makes a second trip.
 */
export async function parseRows(world: Bench, directory: string): Promise<Prepared> {
  await fillMedium(world);
  const { medium, booking } = world.accounts;
  await expectTotal(world, medium.apiKey, READABLE);
  const { sockets, user, password } = world.cluster;
  await world.client.query(`CREATE DATABASE ${DATABASE}`);
  const parse = await startParseServer({ directory, sockets, user, password, database: DATABASE });
  await fillParse(world, parse.port, medium.accountId);

  const row = (
    title: string,
    expectedStatus: number,
    atLeast: number,
    ours: RequestShape,
    theirs: RequestShape,
  ): Row => {
    const side = (server: { name: string; pid: number; port: number }, shape: RequestShape) => {
      const request = `${title}, ${server.name}`;
      world.generator.prepare(request, shape);
      return httpSide(world, server, request, { connections: CONNECTIONS, expectedStatus });
    };
    return {
      title: `${title} : Parse Server`,
      subject: side({ name: 'service', ...world.service }, ours),
      limit: side({ name: 'Parse Server', ...parse }, theirs),
      compare: 'rate',
      aim: { atLeast },
    };
  };
  return {
    rows: [
      row('create', 201, 5, creation([booking.apiKey]), parseCreation(booking.accountId)),
      row('read', 200, 10, reading(medium.apiKey, spreadTripIds(READABLE)), parseReading()),
      row(
        'list, pages 1 to 5',
        200,
        10,
        { ...listing(medium.apiKey, '?page=@page@'), slots: { page: { kind: 'random', values: PAGES } } },
        parseListing(medium.accountId),
      ),
    ],
    close: parse.stop,
  };
}

const parseCreation = (accountId: string): RequestShape => ({
  method: 'POST',
  path: TRIPS,
  headers: APPLICATION,
  body: JSON.stringify({ accountId, status: 'CONFIRMED', ...JSON.parse(bookingBody('@when@')) }),
  slots: { when: { kind: 'random', values: pickupTimes() } },
});

const PARSE_IDS = Array.from({ length: READABLE }, (_, index) => String(index + 1).padStart(10, '0'));

const parseReading = (): RequestShape => ({
  method: 'GET',
  path: `${TRIPS}/@trip@`,
  headers: APPLICATION,
  slots: { trip: { kind: 'random', values: PARSE_IDS } },
});

/** Newest first and with the total, as our lists are. */
const parseListing = (accountId: string): RequestShape => ({
  method: 'GET',
  path: `${TRIPS}?where=${encodeURIComponent(JSON.stringify({ accountId }))}&order=-createdAt&limit=${PAGE_SIZE}&skip=@skip@&count=1`,
  headers: APPLICATION,
  slots: {
    skip: { kind: 'random', values: PAGES.map((page) => String((Number(page) - 1) * PAGE_SIZE).padStart(2, '0')) },
  },
});

/** Copies of a trip that Parse Server itself has stored, and the index that its lists need. */
async function fillParse({ cluster }: Bench, port: number, accountId: string): Promise<void> {
  const answer = await capture(port, parseCreation(accountId));
  if (answer.status !== 201) throw new Error(`Parse Server answered ${answer.status}: ${bodyOf(answer)}`);
  const client = await cluster.connect(DATABASE);
  const { rows } = await client.query(
    `SELECT string_agg(format('%I', attname), ', ') AS columns FROM pg_attribute
      WHERE attrelid = '"Trip"'::regclass AND attnum > 0 AND attname NOT IN ('objectId', 'createdAt')`,
  );
  const [{ columns }] = rows;
  await client.query(
    `INSERT INTO "Trip" ("objectId", "createdAt", ${columns})
     SELECT lpad(n::text, 10, '0'), now() - ($1::bigint - n) * (interval '730 days' / $1::bigint), ${columns}
       FROM "Trip", generate_series(1, $1::bigint) n`,
    [READABLE],
  );
  await client.query('CREATE INDEX ON "Trip" ("accountId", "createdAt" DESC)');
  await client.query('VACUUM (ANALYZE) "Trip"');
  await client.query('CHECKPOINT');
  await client.end();
}
