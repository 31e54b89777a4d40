import { describe, expect, it } from 'vitest';
import { listRiders } from '../../src/catalogue/riderStore.ts';
import { rowsOfAccount } from '../support/accountRows.ts';
import { bookingBody, call, newKey } from '../support/client.ts';
import { takeDatabaseAway, underRowRefusals } from '../support/databaseOfService.ts';
import { sendRaw } from '../support/rawHttp.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const bystander = await service.account();
await bystander.api.createdTrip();

const INJECTIONS = [
  `'; DROP TABLE trips; --`,
  `' OR '1'='1`,
  `x'); UPDATE trips SET price_cents = 0; --`,
  `$1 $2 \\' \\" \\\\ ; /* */ --`,
  `{"a": "b"},{NULL}`, // the signs of a PostgreSQL array
  `NULL`,
  `\${process.exit()} {{7*7}} <script>alert(1)</script> %s %n`,
  `../../etc/passwd\r\nSet-Cookie: a=b\u2028\u202e`,
];

describe('text that is a program in some language', () => {
  it.each(INJECTIONS)('is text here: kept and given back as it was sent: %s', async (text) => {
    const before = await rowsOfAccount(service.database, bystander.accountId);
    const short = [...text].slice(0, 20).join('');
    const client = {
      ...{ firstName: text, lastName: text, phone: text.slice(0, 40).padEnd(4, '.'), companyName: text, address: text },
      ...{ city: text, country: text, postalCode: short },
    };
    const place = { address: text, lat: 1, lng: 2 };
    const trip = await account.api.createdTrip({ pickup: place, dropoff: place, note: text, client });
    expect(trip).toMatchObject({ pickupAddress: place, destinationAddress: place, note: text });
    expect(await account.api.tripNow(trip._id)).toMatchObject(trip);
    const riders = await listRiders(service.database, account.accountId);
    expect(riders.find(({ clientId }) => clientId === trip.clientId)).toMatchObject(client);
    expect((await account.api.cancel(trip._id, { body: { reason: text } })).status).toBe(200);
    expect(await rowsOfAccount(service.database, bystander.accountId)).toEqual(before);
  });

  it.each(INJECTIONS)('is refused where a form is asked for: %s', async (text) => {
    const encoded = encodeURIComponent(text);
    for (const name of ['page', 'limit', 'status', 'from', 'to', text]) {
      expect((await account.api.list(`?${encodeURIComponent(name)}=${encoded}`)).status).toBe(400);
    }
    for (const member of [
      'clientId',
      'vehicleId',
      'pricingSchemeId',
      'serviceTierId',
      'scheduledAt',
      'tripType',
      text,
    ]) {
      expect((await account.api.create({ [member]: text })).body.code).toBe('VALIDATION_FAILED');
    }
    expect((await account.api.read(encoded)).status).toBe(404);
    expect((await account.api.cancel(encoded)).status).toBe(404);
  });
});

describe('members that every object has', () => {
  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'are not taken for ours: %s',
    async (name) => {
      const hostile = `"${name}": {"polluted": true, "isPaid": true, "accountId": "${bystander.accountId}"}`;
      const plain = JSON.stringify(bookingBody());
      for (const body of [
        plain.replace('{', `{${hostile},`),
        plain.replace('"pickup":{', `"pickup":{${hostile},`),
        plain.replace('"client":{', `"client":{${hostile},`),
      ]) {
        const { status, body: answer } = await account.api.send('POST', '/v1/trips', { body, headers: newKey() });
        expect([status, answer.message]).toEqual([
          400,
          [expect.stringMatching(new RegExp(`^(pickup\\.|client\\.)?${name} is not a known member$`))],
        ]);
      }
      expect((await account.api.list(`?${name}=1&${name}[polluted]=1`)).status).toBe(400);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect((await account.api.createdTrip()).isPaid).toBe(false);
    },
  );
});

describe('an answer', () => {
  const DISCLOSURES =
    /\bat .+:\d+:\d+|node_modules|\.ts\b|\.js\b|SELECT|INSERT|UPDATE|constraint|relation|varchar|postgres|\/tmp|\/nowhere/i;

  it('to a fault of ours or of the database’s tells neither code, statement nor place', async () => {
    const texts: string[] = [];
    const book = async () => {
      const { status, text } = await account.api.create({ note: 'too long for the column' });
      texts.push(text);
      return status;
    };
    await underRowRefusals(
      (text) => service.database.query({ text }),
      async () => expect(await book()).toBe(500),
    );
    const bringBack = await takeDatabaseAway(service);
    expect(await book()).toBe(503);
    bringBack();
    expect(texts.filter((text) => DISCLOSURES.test(text))).toEqual([]);
  });

  it('has no header that a caller wrote', async () => {
    const hostile = [
      'X-Request-Id: a\r\n Set-Cookie: a=b',
      'X-Request-Id: a\nSet-Cookie: a=b',
      'X-Request-Id: a%0d%0aSet-Cookie:%20a=b',
      'X-Request-Id: a\rSet-Cookie: a=b',
      'X-Request-Id: one\r\nX-Request-Id: two',
    ];
    for (const line of hostile) {
      const { headers } = await sendRaw(
        service.url,
        `GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${line}\r\n\r\n`,
      );
      expect(headers.has('set-cookie')).toBe(false);
      expect(headers.get('x-request-id')).toMatch(/^(a|[0-9a-f-]{36})$/);
    }
  });

  it('invites no browser, names no software, and is not to be kept by a cache when it is behind a key', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const preflight = await fetch(`${service.url}/v1/trips`, { method: 'OPTIONS', headers: origin });
    expect(preflight.status).toBe(405);
    const { _id } = await account.api.createdTrip();
    const keyed = [
      await account.api.list(),
      await account.api.read(_id),
      await account.api.cancel(_id),
      await account.api.read('0'.repeat(24)),
      await account.api.create({ price: -1 }),
      await call(service.url, 'GET', '/v1/trips', { headers: origin }),
    ];
    expect(keyed.map(({ headers }) => headers.get('cache-control'))).toEqual(keyed.map(() => 'no-store'));
    const unkeyed = [
      preflight,
      await call(service.url, 'GET', '/healthz', { headers: origin }),
      await call(service.url, 'GET', '/v1/openapi.json'),
    ];
    const names = [...keyed, ...unkeyed].flatMap(({ headers }) => [...headers.keys()]);
    expect(names.filter((name) => /^access-control|^server$|powered|cookie/.test(name))).toEqual([]);
  });
});
