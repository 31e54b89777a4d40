import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { noteByOperator } from '../../src/audit/audit.ts';
import { issueKey, rotateKey } from '../../src/keys/keys.ts';
import { type ApiAnswer, bookingBody, call, newKey } from '../support/client.ts';
import { countOf, countTrips } from '../support/databaseOfService.ts';
import { serviceForFile, type TestAccount } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const tripsOf = (owner: TestAccount) => countTrips(service, owner);

function expectReplayOf(first: ApiAnswer, again: ApiAnswer) {
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
}

async function booked(changes: Record<string, unknown> = {}) {
  const headers = newKey();
  const first = await account.api.create(changes, headers);
  expect(first.status).toBe(201);
  expect(first.headers.has('idempotent-replayed')).toBe(false);
  const change = (text: string, ...values: unknown[]) =>
    service.database.query({ text, values: [account.accountId, ...values] });
  return { headers, first, id: first.body.data._id as string, change };
}

describe('a booking sent again under its Idempotency-Key', () => {
  it('is answered with the same bytes and books nothing', async () => {
    const { headers, first } = await booked();
    const trips = await tripsOf(account);
    const riders = await countOf(service, 'SELECT count(*) FROM riders');
    expectReplayOf(first, await account.api.create({}, headers));
    expectReplayOf(first, await account.api.create({}, headers));
    expect(await tripsOf(account)).toBe(trips);
    expect(await countOf(service, 'SELECT count(*) FROM riders')).toBe(riders);
  });

  it('is the same request with members in another order and other white space', async () => {
    const { headers, first } = await booked({ note: 'two  blanks' });
    const reversed = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, member]) => [name, reversed(member)]),
          )
        : value;
    const body = `\n ${JSON.stringify(reversed(bookingBody({ note: 'two  blanks' })), null, 4)}\r\n`;
    expectReplayOf(first, await account.api.send('POST', '/v1/trips', { body, headers }));
  });

  it('returns the original response after the trip was cancelled', async () => {
    const { headers, first, id } = await booked();
    await account.api.cancel(id);
    const again = await account.api.create({}, headers);
    expectReplayOf(first, again);
    expect(again.body.data.status).toBe('CONFIRMED');
  });

  it('is answered after its scheduledAt has passed', async () => {
    const { headers, first } = await booked({ scheduledAt: '2027-03-01T09:00:00Z' });
    service.clock.set('2027-03-01T10:00:00Z');
    const late = await account.api.create({ scheduledAt: '2027-03-01T09:00:00Z' });
    const again = await account.api.create({ scheduledAt: '2027-03-01T09:00:00Z' }, headers);
    service.clock.set('2027-03-01T08:00:00Z');
    expect([late.status, late.body.message]).toEqual([400, ['scheduledAt must be in the future']]);
    expectReplayOf(first, again);
  });

  it('is answered after its vehicle is gone', async () => {
    const vehicleId = account.vehicles[0]?.vehicleId;
    const { headers, first, change } = await booked({ vehicleId });
    await change('UPDATE trips SET vehicle_id = NULL WHERE account_id = $1 AND vehicle_id = $2', vehicleId);
    await change('DELETE FROM vehicles WHERE account_id = $1 AND vehicle_id = $2', vehicleId);
    expect((await account.api.create({ vehicleId })).body.code).toBe('VEHICLE_NOT_FOUND');
    expectReplayOf(first, await account.api.create({ vehicleId }, headers));
  });

  it('is answered under another API key of the account', async () => {
    const own = await service.account();
    const headers = newKey();
    const first = await own.api.create({}, headers);
    const rotated = await rotateKey(
      service.database,
      service.clock.now,
      { ...own, keyId: own.key.keyId },
      0,
      noteByOperator(own.accountId),
    );
    if ('refused' in rotated) throw new Error(rotated.refused);
    const again = await call(service.url, 'POST', '/v1/trips', { key: rotated.apiKey, body: bookingBody(), headers });
    expectReplayOf(first, again);
    expect(await tripsOf(own)).toBe(1);
  });

  // The guide on retries says so of each: none of these answers means that the trip is not booked.
  it('is answered after attempts that were refused before the key was looked up', async () => {
    const { headers, first } = await booked();
    const restricted = { scopes: ['quotes'] as const, networks: null };
    const quotesOnly = await issueKey(service.database, service.clock.now, account.accountId, null, null, restricted);
    const attempt = async (key: string | undefined, body: unknown = bookingBody()) =>
      (await call(service.url, 'POST', '/v1/trips', { ...(key && { key }), body, headers })).status;
    expect(await attempt(undefined)).toBe(401);
    expect(await attempt(quotesOnly.apiKey)).toBe(403);
    expect(await attempt(account.apiKey, bookingBody({ price: -1 }))).toBe(400);
    expectReplayOf(first, await account.api.create({}, headers));
  });

  it('is answered after an attempt over the limit', async () => {
    const limited = await serviceForFile({ env: { RATE_LIMIT_TIERS: 'STANDARD=1/1' } });
    const own = await limited.account();
    const headers = newKey();
    const first = await own.api.create({}, headers);
    expect((await own.api.create({}, headers)).status).toBe(429);
    await vi.waitFor(async () => expectReplayOf(first, await own.api.create({}, headers)), 10_000);
    expect(await countTrips(limited, own)).toBe(1);
  });
});

describe('an Idempotency-Key used for a different request', () => {
  it.each([
    ['another price', { price: 67 }],
    ['a member more', { paxNumber: 1 }],
    ['another rider', { client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345679' } }],
    ['another deep member', { pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3602 } }],
  ])('is refused with %s', async (_, changes) => {
    const { headers, first } = await booked();
    const trips = await tripsOf(account);
    const { status, body } = await account.api.create(changes, headers);
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    expect(await tripsOf(account)).toBe(trips);
    expectReplayOf(first, await account.api.create({}, headers));
  });

  it('is refused when a booking’s key comes with a cancellation, which then does not happen', async () => {
    const { headers, id } = await booked();
    const { status, body } = await account.api.cancel(id, { headers });
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    expect((await account.api.tripNow(id)).status).toBe('CONFIRMED');
  });

  it('is refused when a cancellation’s key comes with a booking', async () => {
    const { id } = await booked();
    const headers = newKey();
    expect((await account.api.cancel(id, { headers })).status).toBe(200);
    const { status, body } = await account.api.create({}, headers);
    expect([status, body.code]).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
  });
});

describe('a booking that was refused', () => {
  it.each([
    ['by its shape', { price: -1 }, 'VALIDATION_FAILED'],
    ['for lack of a rider', { client: undefined }, 'CLIENT_REQUIRED'],
    ['for its time', { scheduledAt: '2027-02-01T10:00:00Z' }, 'VALIDATION_FAILED'],
    ['for its rider', { client: undefined, clientId: '0'.repeat(24) }, 'CLIENT_NOT_FOUND'],
    ['for its vehicle', { vehicleId: '0'.repeat(24) }, 'VEHICLE_NOT_FOUND'],
    ['for its pricing scheme', { pricingSchemeId: '0'.repeat(24) }, 'PRICING_SCHEME_NOT_FOUND'],
    ['for its service tier', { serviceTierId: '0'.repeat(24) }, 'SERVICE_TIER_NOT_FOUND'],
  ])('%s leaves its key free for the corrected one', async (_, changes, code) => {
    const headers = { 'idempotency-key': randomUUID() };
    const refused = await account.api.create(changes, headers);
    expect([refused.status, refused.body.code]).toEqual([400, code]);
    const corrected = await account.api.create({}, headers);
    expect([corrected.status, corrected.headers.has('idempotent-replayed')]).toEqual([201, false]);
  });
});
