import { beforeAll, describe, expect, it } from 'vitest';
import { bookingBody, newKey } from '../support/client.ts';
import { takeDatabaseAway, underRowRefusals } from '../support/databaseOfService.ts';
import { type RawAnswer, sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const statuses = new Set<number>();
const bodies: string[] = [];

const service = await serviceForFile({ env: { RATE_LIMIT_TIERS: 'STANDARD=200/600', TRUST_PROXY: 'loopback' } });
const account = await service.account();
const key = account.apiKey;
const secret = key.split('.')[1] ?? '';

/** Sends the lines as a request of its own connection. */
async function send(head: string, lines: string[] = [], body?: string): Promise<RawAnswer> {
  const length =
    body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`];
  const answer = await sendRaw(
    service.url,
    [`${head} HTTP/1.1`, 'Host: a', 'Connection: close', ...lines, ...length, '', body ?? ''].join('\r\n'),
  );
  return keep(answer);
}

function keep(answer: RawAnswer): RawAnswer {
  statuses.add(answer.status);
  bodies.push(answer.text);
  return answer;
}

/** Headers in which a key has no business, and the one in which it has. */
const HEADERS = [
  ...['Authorization', 'Proxy-Authorization', 'X-Api-Key', 'X-Request-Id', 'X-Forwarded-For', 'Idempotency-Key'],
  ...['Cookie', 'User-Agent', 'Referer', 'Origin', 'Host', 'Accept', 'Content-Type', 'Expect', 'Traceparent'],
];

const authorized = () => `Authorization: Bearer ${key}`;

async function inPaths(): Promise<void> {
  const paths = [`/${key}`, `/v1/trips/${key}`, `/v1/trips/${key}/cancel`, `/v1/trips?status=${key}`, `/?${key}=1`];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT']) await send(`${method} ${path}`, [authorized()], '{}');
    await send(`GET ${path}`);
  }
}

async function inHeaders(): Promise<void> {
  for (const name of HEADERS) {
    for (const value of [key, `Bearer ${key}`]) await send('GET /v1/trips', [`${name}: ${value}`]);
    await send('GET /nowhere', [`${name}: ${key}`]);
  }
  await send('GET /v1/trips', [`${key}: name`, authorized()]);
  const typed = [authorized(), 'Idempotency-Key: never-booked', `Content-Type: ${key}`, 'Content-Length: 2', '', '{}'];
  await send('POST /v1/trips', typed);
}

async function inBodies(): Promise<void> {
  const bodies = [key, `"${key}"`, `{"${key}": 1}`, `{"pickup": "${key}"}`, `{"price": "${key}"`, key.repeat(1_000)];
  for (const body of bodies) await send('POST /v1/trips', [authorized(), 'Idempotency-Key: never-booked'], body);
}

/** As they end in the ways that only the database decides. */
async function inBookings(): Promise<void> {
  const body = JSON.stringify(bookingBody({ note: key, client: { firstName: key, lastName: key, phone: '0612' } }));
  const book = (idempotencyKey: string, text = body) =>
    send('POST /v1/trips', [authorized(), `Idempotency-Key: ${idempotencyKey}`], text);
  await book(key);
  await book(key);
  await book(key, body.replace('66', '67'));
  await underRowRefusals(
    (text) => service.database.query({ text }),
    () => book(newKey()['idempotency-key']),
  );
  const bringBack = await takeDatabaseAway(service);
  await book(newKey()['idempotency-key']);
  bringBack();
}

async function inBrokenHttp(): Promise<void> {
  for (const broken of [
    `${key}\r\n\r\n`,
    `GET /${key} HTTP/9.9\r\nHost: a\r\n\r\n`,
    `GET / HTTP/1.1\r\n${authorized()}\r\nno colon\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${key.repeat(400)}\r\n\r\n`,
    `POST /v1/trips/${key}/cancel HTTP/1.1\r\nHost: a\r\n${authorized()}\r\nTransfer-Encoding: chunked\r\n\r\n${key}`,
  ]) {
    keep(await sendRaw(service.url, broken));
  }
}

async function untilLimited(): Promise<void> {
  const burst = () => Promise.all(Array.from({ length: 50 }, () => send('GET /v1/trips', [authorized()])));
  while (!statuses.has(429)) await burst();
}

describe('an API key, wherever in a request it stands and however that ends,', () => {
  beforeAll(async () => {
    for (const act of [inPaths, inHeaders, inBodies, inBookings, inBrokenHttp, untilLimited]) await act();
  });

  it('was tried in every way a request can end', () => {
    expect([...statuses].sort()).toEqual([200, 201, 302, 400, 401, 404, 405, 409, 413, 415, 429, 431, 500, 503]);
  });

  it('is in no line of the log, at the lowest level', async () => {
    await expect.poll(() => service.logLines().filter(({ msg }) => msg === 'request').length).toBe(bodies.length);
    expect(service.logText()).not.toContain(secret);
    expect(service.logText()).not.toContain('trip_live_');
  });

  it('is in no metric', async () => {
    const text = await service.metrics();
    expect(text).toContain('status="500"');
    expect([text.includes(secret), text.includes('trip_live_')]).toEqual([false, false]);
  });

  it('is repeated to its sender as part of the path or the name of a member at most, never by the request id', async () => {
    const repeated = bodies
      .filter((text) => text.includes(secret))
      .map((text) => JSON.parse(text))
      .filter(({ code }) => code !== undefined); // a booking gives back the note that was sent
    const elsewhere = repeated.filter(({ path, message, ...rest }) => JSON.stringify(rest).includes(secret));
    expect(elsewhere).toEqual([]);
    const messages = repeated.flatMap(({ message }) => message).filter((text: string) => text.includes(secret));
    expect(
      messages.filter(
        (text) => !text.endsWith('is not a known member') && !text.endsWith('is not a known query parameter'),
      ),
    ).toEqual([]);
    const { headers } = await send('GET /nowhere', [`X-Request-Id: ${key}`]);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is kept nowhere by the service itself: of its secret there is a hash', async () => {
    const stranger = await service.account();
    await stranger.api.createdTrip();
    const { rows } = await service.database.query<{ table_name: string }>({
      text: `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    });
    for (const { table_name } of rows) {
      const { rows: found } = await service.database.query({
        text: `SELECT FROM ${table_name} t WHERE t::text LIKE '%' || $1 || '%'`,
        values: [stranger.apiKey.split('.')[1]],
      });
      expect([table_name, found.length]).toEqual([table_name, 0]);
    }
  });
});
