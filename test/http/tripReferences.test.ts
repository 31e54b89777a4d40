import { describe, expect, it } from 'vitest';
import type { Trip } from '../../src/contract/trip.ts';
import { book, bookingBody, expectFaults, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const stranger = await service.account();

const idsOf = ({ body }: { body: { data: Trip[] } }) => body.data.map(({ _id }) => _id);
const list = (query: Record<string, string>) => account.api.list(`?${new URLSearchParams(query)}`);

describe('externalReference', () => {
  it('comes back in every response, and is null without one', async () => {
    const trip = await account.api.createdTrip({ externalReference: ' Order №\u00a04711 ' });
    expect(trip.externalReference).toBe(' Order №\u00a04711 ');
    expect(await account.api.tripNow(trip._id)).toMatchObject({ externalReference: trip.externalReference });
    expect((await account.api.createdTrip()).externalReference).toBeNull();
    expect((await account.api.cancel(trip._id)).body.data.externalReference).toBe(trip.externalReference);
  });

  it('has 1 to 100 characters, of which one is not white space', async () => {
    for (const text of ['x', 'x'.repeat(100), '🚕'.repeat(100), '\u2003x'])
      expect((await book(account.api, { externalReference: text })).status).toBe(201);
    expectFaults(await book(account.api, { externalReference: 'x'.repeat(101) }), [
      'externalReference must have at most 100 characters',
    ]);
    for (const blank of ['', ' ', '\u00a0\u2003\t'])
      expectFaults(await book(account.api, { externalReference: blank }), ['externalReference must not be blank']);
    expectFaults(await book(account.api, { externalReference: 1 }), ['externalReference must be a string']);
  });

  it('finds exactly the trips that have it, newest first, page by page, and those of the account only', async () => {
    const externalReference = 'SHARED 1';
    const trips: Trip[] = [];
    for (const price of [10, 20, 30]) trips.push(await account.api.createdTrip({ externalReference, price }));
    await account.api.createdTrip({ externalReference: 'shared 1' });
    await stranger.api.createdTrip({ externalReference });
    const [oldest, middle, newest] = trips.map(({ _id }) => _id);
    expect(idsOf(await list({ externalReference }))).toEqual([newest, middle, oldest]);
    const second = await list({ externalReference, limit: '2', page: '2' });
    expect(idsOf(second)).toEqual([oldest]);
    expect(second.body.pagination).toMatchObject({ total: 3, pages: 2, hasPrevious: true });
  });

  it('combines with the other filters', async () => {
    const externalReference = 'COMBINED';
    const early = await account.api.createdTrip({ externalReference, scheduledAt: '2027-04-01T10:00:00Z' });
    const late = await account.api.createdTrip({ externalReference, scheduledAt: '2027-05-01T10:00:00Z' });
    await account.api.cancel(late._id);
    const found = async (more: Record<string, string>) => idsOf(await list({ externalReference, ...more }));
    expect(await found({ status: 'CONFIRMED' })).toEqual([early._id]);
    expect(await found({ from: '2027-05-01' })).toEqual([late._id]);
    expect(await found({ to: '2027-05-01', status: 'CANCELLED' })).toEqual([late._id]);
    expect(await found({ reference: early.reference })).toEqual([early._id]);
    expect(await found({ reference: early.reference, from: '2027-04-02' })).toEqual([]);
  });

  it('is refused in a query by the same bounds', async () => {
    expectFaults(await list({ externalReference: ' ' }), ['externalReference must not be blank']);
    expectFaults(await list({ externalReference: 'x'.repeat(101) }), [
      'externalReference must have at most 100 characters',
    ]);
    expectFaults(await list({ externalReference: 'order\0' }), [
      'externalReference must not hold \\u0000 or half a surrogate pair',
    ]);
  });
});

describe('metadata', () => {
  it('comes back as it was sent, in its order, and is empty without any', async () => {
    const metadata = { z: 'last', 'cost.centre-1_A': '', __proto__x: '🚕', '10': 'ten' };
    const trip = await account.api.createdTrip({ metadata });
    expect(trip.metadata).toEqual(metadata);
    expect((await account.api.tripNow(trip._id)).metadata).toEqual(metadata);
    expect((await account.api.createdTrip()).metadata).toEqual({});
    expect((await account.api.createdTrip({ metadata: {} })).metadata).toEqual({});
  });

  it('may have a member named __proto__, which counts as any other', async () => {
    const headers = newKey();
    const body = (value: string) =>
      JSON.stringify(bookingBody({ metadata: {} })).replace('"metadata":{}', `"metadata":{"__proto__":"${value}"}`);
    const first = await account.api.send('POST', '/v1/trips', { body: body('a'), headers });
    expect([first.status, first.text]).toEqual([201, expect.stringContaining('"metadata":{"__proto__":"a"}')]);
    const other = await account.api.send('POST', '/v1/trips', { body: body('b'), headers });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_CONFLICT');
  });

  it('has at most 20 members, of at most 500 characters', async () => {
    const members = (count: number, value = 'x') =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, value]));
    expect((await book(account.api, { metadata: members(20, '🚕'.repeat(500)) })).status).toBe(201);
    const tooMany = await book(account.api, { metadata: members(21) });
    expectFaults(tooMany, ['metadata must have at most 20 members']);
    expectFaults(await book(account.api, { metadata: { a: 'x'.repeat(501) } }), [
      'metadata.a must have at most 500 characters',
    ]);
    for (const value of [1, {}, ['x']])
      expectFaults(await book(account.api, { metadata: { a: value } }), ['metadata.a must be a string']);
    expectFaults(await book(account.api, { metadata: { a: null } }), ['metadata.a must not be null']);
    for (const value of ['x', ['x']])
      expectFaults(await book(account.api, { metadata: value }), ['metadata must be an object']);
  });

  it('has names of 1 to 40 characters of A-Z a-z 0-9 _ . -', async () => {
    expect((await book(account.api, { metadata: { ['n'.repeat(40)]: 'x', 'A-z_0.9': 'y' } })).status).toBe(201);
    for (const name of ['', 'n'.repeat(41), 'a b', 'é', 'a/b', 'a\n'])
      expectFaults(await book(account.api, { metadata: { [name]: 'x' } }), [
        `metadata has the member ${JSON.stringify(name)}: names have 1 to 40 characters of A-Z a-z 0-9 _ . -`,
      ]);
  });

  it('has its wrong names reported together with all other faults', async () => {
    const { body } = await book(account.api, { price: -1, metadata: { 'a b': 'c', n: 1, é: 'd' } });
    expect([...body.message].sort()).toEqual([
      'metadata has the member "a b": names have 1 to 40 characters of A-Z a-z 0-9 _ . -',
      'metadata has the member "é": names have 1 to 40 characters of A-Z a-z 0-9 _ . -',
      'metadata.n must be a string',
      'price must be >= 0',
    ]);
  });
});

describe('reference', () => {
  it('finds its trip however it is written, and no trip of another account', async () => {
    const { _id, reference } = await account.api.createdTrip();
    expect(reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const spellings = [
      reference,
      reference.toLowerCase(),
      reference.replace('-', ''),
      reference.replace('-', ' '),
      reference.replaceAll('0', 'o').replaceAll('1', 'l'),
      reference.replaceAll('0', 'O').replaceAll('1', 'I'),
    ];
    for (const spelling of spellings) expect(idsOf(await list({ reference: spelling })), spelling).toEqual([_id]);
    expect(idsOf(await stranger.api.list(`?reference=${reference}`))).toEqual([]);
  });

  it('is refused if it cannot be one', async () => {
    for (const text of ['', '7K3QX', '7K3QX-9TM2', '7K3QX-9TM2BB', '7K3QX_9TM2B', '7K3QU-9TM2B', '7K3Q-X9TM2B'])
      expectFaults(await list({ reference: text }), ['reference must be a reference such as 7K3QX-9TM2B']);
  });
});

describe('Location', () => {
  it('is where the booked trip can be read, also in a replay', async () => {
    const headers = newKey();
    const first = await account.api.create({}, headers);
    expect(first.headers.get('location')).toBe(`/v1/trips/${first.body.data._id}`);
    const replay = await account.api.create({}, headers);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('location')).toBe(first.headers.get('location'));
  });
});
