import { describe, expect, it } from 'vitest';
import { listRiders } from '../../src/catalogue/riderStore.ts';
import { bookingBody, bookingWith, expectFaults, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const sendRaw = (body: string | Uint8Array, type = 'application/json') =>
  account.api.send('POST', '/v1/trips', { body, headers: { 'content-type': type, ...newKey() } });
const VALID = JSON.stringify(bookingBody());
/** A valid booking with a marked place in its note, for what JSON.stringify would not write. */
const withNote = (raw: string) => JSON.stringify(bookingWith({ note: 'MARK' })).replace('"MARK"', raw);

describe('a body that is no booking at all', () => {
  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['a number', '5'],
    ['a text', '"booking"'],
    ['true', 'true'],
    ['a list', '[]'],
    ['a list of bookings', `[${VALID}]`],
  ])('is refused: %s', async (_, body) => expectFaults(await sendRaw(body), ['body must be an object']));

  it('is refused by one sentence if an object has more members than any request, however deep', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`x${at}`, 1]));
    for (const [name, body] of Object.entries({
      body: many,
      pickup: { ...bookingBody(), pickup: many },
      'client.firstName': { ...bookingBody(), client: { firstName: many } },
    }))
      expectFaults(await sendRaw(JSON.stringify(body)), [`${name} may have at most 100 members`]);
    const nested = `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`;
    expect((await sendRaw(nested)).status).toBe(400);
  });

  it('is refused when there is neither a body nor a content type', async () => {
    const answer = await account.api.send('POST', '/v1/trips', { headers: newKey() });
    expectFaults(answer, ['body must be an object']);
  });

  it('is refused with what is missing when it is an empty object', async () => {
    const required = ['pickup', 'dropoff', 'scheduledAt', 'price'].map((name) => `${name} is required`);
    expectFaults(await sendRaw('{}'), required);
  });

  it.each([
    '{',
    '{"price":}',
    VALID.slice(0, -1),
    `${VALID}x`,
    `${VALID}${VALID}`,
    "{'price':1}",
    '{"price":01}',
    'NaN',
    ' ',
    withNote('"\u0000"'),
  ])('is refused when it is not JSON: %#', async (body) =>
    expectFaults(await sendRaw(body), ['body must be valid JSON']),
  );

  it.each([
    ['a stray continuation byte', [0x80]],
    ['a cut sequence', [0xc3]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
  ])('is refused when it is not UTF-8: %s', async (_, bytes) => {
    const [before, after] = withNote('"MARK"').split('MARK');
    const body = Buffer.concat([Buffer.from(before ?? ''), Buffer.from(bytes), Buffer.from(after ?? '')]);
    expectFaults(await sendRaw(new Uint8Array(body)), ['body must be valid UTF-8']);
  });
});

describe('text in a booking', () => {
  it.each([
    'Đường Lê Lợi, Quận 1',
    '東京都千代田区丸の内1丁目',
    'شارع الحمرا، بيروت',
    'cafe\u0301 and caf\u00e9',
    '👩‍👩‍👧‍👦 Flat 🚕',
    '  spaces kept  ',
    'line\nbreak\tand tab',
    '"quotes" \\ back/slash <b>&amp;</b>',
    '\u2028\u2029\ufeff\uffff\u0001\u007f',
  ])('comes back as it was sent: %j', async (text) => {
    const body = bookingWith({ 'pickup.address': text, 'dropoff.address': text, note: text, 'client.lastName': text });
    const created = await account.api.createdTrip(body);
    const read = await account.api.tripNow(created._id);
    for (const trip of [created, read]) {
      expect([trip.pickupAddress.address, trip.destinationAddress.address, trip.note]).toEqual([text, text, text]);
    }
    const riders = await listRiders(service.database, account.accountId);
    expect(riders.find(({ clientId }) => clientId === created.clientId)?.lastName).toBe(text);
  });

  it.each(['pickup.address', 'dropoff.address', 'client.firstName', 'client.phone', 'client.city', 'note'])(
    'may not hold the zero character or half a surrogate pair: %s',
    async (path) => {
      for (const text of ['abc\u0000def', 'abc\ud800def', 'abc\udc00def', 'abc\ude95\ud83d']) {
        const answer = await account.api.create(bookingWith({ [path]: text }));
        expectFaults(answer, [`${path} must not hold \\u0000 or half a surrogate pair`]);
      }
    },
  );

  it('may be written with escapes, also an emoji as a surrogate pair and a backslash before u0000', async () => {
    const { status, body } = await sendRaw(withNote('"\\ud83d\\uDE95 \\u00e9 \\\\u0000 \\\\ud800"'));
    expect([status, body.data?.note]).toEqual([201, '🚕 é \\u0000 \\ud800']);
  });
});

describe('members with names of JavaScript’s own', () => {
  it('__proto__ cannot lend a booking the members it lacks', async () => {
    const body = `{"__proto__":${VALID}}`;
    const required = ['pickup', 'dropoff', 'scheduledAt', 'price'].map((name) => `${name} is required`);
    expectFaults(await sendRaw(body), [...required, '__proto__ is not a known member']);
  });
});
