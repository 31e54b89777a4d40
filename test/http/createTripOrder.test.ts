import { describe, expect, it } from 'vitest';
import { type ApiAnswer, bookingBody, call, newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

const NOBODY = '0'.repeat(24);
const PAST = '2020-01-01T00:00:00Z';
const outcome = ({ status, body }: ApiAnswer) => [status, body.code ?? body.data.status];

/** Every later check of a booking would refuse these too. */
const everythingWrong = { price: -1, scheduledAt: PAST, vehicleId: NOBODY };

describe('the order in which a booking is checked', () => {
  it('authentication comes before the Idempotency-Key and the body', async () => {
    const answer = await call(service.url, 'POST', '/v1/trips', { body: '{', headers: { 'idempotency-key': '!' } });
    expect(outcome(answer)).toEqual([401, 'UNAUTHORIZED']);
  });

  it('the Idempotency-Key comes before the body: missing, then malformed', async () => {
    for (const body of ['{', JSON.stringify(bookingBody(everythingWrong)), '']) {
      const missing = await account.api.send('POST', '/v1/trips', { body });
      expect(outcome(missing)).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED']);
      const malformed = await account.api.send('POST', '/v1/trips', { body, headers: { 'idempotency-key': 'short' } });
      expect(malformed.body.message).toEqual(['Idempotency-Key must be 8 to 200 characters of A-Z a-z 0-9 _ - : .']);
    }
  });

  it('the shape of the body comes before a known key', async () => {
    const key = newKey();
    await account.api.create({}, key);
    expect(outcome(await account.api.create({ price: -1 }, key))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await account.api.create({ client: undefined }, key))).toEqual([400, 'CLIENT_REQUIRED']);
  });

  it('a known key comes before the rules that need the clock or the database', async () => {
    const key = newKey();
    await account.api.create({}, key);
    for (const changes of [{ scheduledAt: PAST }, { vehicleId: NOBODY }, { client: undefined, clientId: NOBODY }]) {
      expect(outcome(await account.api.create(changes, key))).toEqual([409, 'IDEMPOTENCY_KEY_CONFLICT']);
    }
  });

  it('CLIENT_REQUIRED comes before the clock, the clock before what the booking names', async () => {
    const unknown = { vehicleId: NOBODY, pricingSchemeId: NOBODY, serviceTierId: NOBODY };
    const missing = await account.api.create({ ...unknown, client: undefined, scheduledAt: PAST });
    expect(outcome(missing)).toEqual([400, 'CLIENT_REQUIRED']);
    const past = await account.api.create({ ...unknown, scheduledAt: PAST });
    expect(past.body.message).toEqual(['scheduledAt must be in the future']);
  });

  it('what a booking names is checked rider first, then vehicle, pricing scheme, service tier', async () => {
    const codes: string[] = [];
    const wrong: Record<string, unknown> = {
      client: undefined,
      clientId: NOBODY,
      vehicleId: NOBODY,
      pricingSchemeId: NOBODY,
      serviceTierId: NOBODY,
    };
    const corrections: Record<string, unknown>[] = [
      { clientId: account.riders[0]?.clientId },
      { vehicleId: account.vehicles[0]?.vehicleId },
      { pricingSchemeId: account.pricingSchemes[0]?.pricingSchemeId },
      { serviceTierId: account.serviceTiers[0]?.serviceTierId },
    ];
    for (const correction of [{}, ...corrections]) {
      Object.assign(wrong, correction);
      codes.push(String(outcome(await account.api.create(wrong))[1]));
    }
    expect(codes).toEqual([
      'CLIENT_NOT_FOUND',
      'VEHICLE_NOT_FOUND',
      'PRICING_SCHEME_NOT_FOUND',
      'SERVICE_TIER_NOT_FOUND',
      'CONFIRMED',
    ]);
  });
});
