import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDateTime } from '../../src/contract/dateTime.ts';
import { QuoteRequest } from '../../src/contract/quote.ts';
import { CancelTripRequest, Client, CreateTripRequest } from '../../src/contract/trip.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import { centsFromEuros } from '../../src/money/cents.ts';
import { type Schema, spoilt, valid } from '../support/arbitraries.ts';
import { newKey } from '../support/client.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();

/** Bodies of the contract's shape whose references exist and whose rider can be reached. */
function bookings(): fc.Arbitrary<Record<string, unknown>> {
  const { client: _, clientId: __, ...free } = CreateTripRequest.properties as unknown as Record<string, Schema>;
  const references: Record<string, string[]> = {
    vehicleId: account.vehicles.map(({ vehicleId }) => vehicleId),
    serviceTierId: account.serviceTiers.map(({ serviceTierId }) => serviceTierId),
    pricingSchemeId: account.pricingSchemes.map(({ pricingSchemeId }) => pricingSchemeId),
  };
  const members = Object.entries(free).map(([name, schema]) => {
    const known = references[name];
    return [name, known ? fc.constantFrom(...known) : valid(schema)] as const;
  });
  const newRider = valid(Client as unknown as Schema).filter(
    (rider) => 'phone' in (rider as object) || 'email' in (rider as object),
  );
  const rider = fc.oneof(
    newRider.map((client) => ({ client })),
    fc.constantFrom(...account.riders).map(({ clientId }) => ({ clientId })),
  );
  const rest = fc.record(Object.fromEntries(members), { requiredKeys: ['pickup', 'dropoff', 'scheduledAt', 'price'] });
  return fc.tuple(rest, rider).map(([body, who]) => ({ ...body, ...who }));
}

const post = (path: string, body: unknown) =>
  account.api.send('POST', path, { body: JSON.stringify(body), headers: newKey() });

describe('whatever the contract allows', () => {
  it('books every valid body, and gives back what was sent', async () => {
    await fc.assert(
      fc.asyncProperty(bookings(), async (body) => {
        const answer = await post('/v1/trips', body);
        expect(answer.body).toMatchObject({ success: true });
        const trip = answer.body.data;
        const sent = JSON.parse(JSON.stringify(body)); // as JSON carries it: −0 is 0
        expect([trip.pickupAddress, trip.destinationAddress]).toEqual([sent.pickup, sent.dropoff]);
        expect(trip.note).toBe(sent.note ?? null);
        expect(trip.scheduledPickupTime).toBe(parseDateTime(sent.scheduledAt)?.toISOString());
        expect(Math.round(trip.price * 100)).toBe(centsFromEuros(sent.price));
        expect(Math.round(trip.priceHT * 100) + Math.round(trip.vatAmount * 100)).toBe(Math.round(trip.price * 100));
        const read = await account.api.tripNow(trip._id);
        expect(read).toMatchObject(trip);
      }),
      { numRuns: 150 },
    );
  });

  it('cancels with every valid body', async () => {
    await fc.assert(
      fc.asyncProperty(valid(CancelTripRequest as unknown as Schema), async (body) => {
        const { _id } = await account.api.createdTrip();
        expect((await post(`/v1/trips/${_id}/cancel`, body)).status).toBe(200);
      }),
      { numRuns: 50 },
    );
  });

  it('lists with every valid query', async () => {
    const moment = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    const query = fc.record(
      {
        page: fc.integer({ min: 1, max: 2_147_483_647 }).map(String),
        limit: fc.integer({ min: 1, max: 100 }).map(String),
        status: fc.constantFrom(...TRIP_STATUSES),
        range: fc.tuple(moment, moment, fc.constantFrom(10, 24)),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async ({ range, ...rest }) => {
        const [from, to] = range
          ? [range[0], range[1]].map((date) => date.toISOString().slice(0, range[2])).sort()
          : [];
        const parameters = new URLSearchParams({ ...rest, ...(from && to ? { from, to } : {}) });
        const answer = await account.api.list(`?${parameters}`);
        expect(answer.status).toBe(200);
      }),
      { numRuns: 150 },
    );
  });
});

describe('whatever else is sent', () => {
  it('answers spoilt quotes with 200 or 400, never otherwise', async () => {
    const [tier] = account.serviceTiers;
    const text = fc.oneof(
      fc.constantFrom(
        'Paris',
        'Lyon Part-Dieu',
        'CDG 2E',
        '48.85,2.35',
        '91,181',
        '75008',
        'Saint-Denis',
        'Ajaccio',
        'Tokyo',
      ),
      valid(QuoteRequest.properties.pickup as unknown as Schema),
    );
    const quote = fc.record({ pickup: text, dropoff: text, serviceTierId: fc.constant(tier?.serviceTierId) });
    await fc.assert(
      fc.asyncProperty(fc.oneof(quote, spoilt(quote)), async (body) => {
        expect([200, 400]).toContain((await post('/v1/quotes', body)).status);
      }),
      { numRuns: 400 },
    );
  });

  it('answers spoilt bookings with 201 or 400, never otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(spoilt(bookings()), async (body) => {
        expect([201, 400]).toContain((await post('/v1/trips', body)).status);
      }),
      { numRuns: 400 },
    );
  });

  it('answers spoilt cancellations with 200 or 400, never otherwise', async () => {
    await fc.assert(
      fc.asyncProperty(spoilt(valid(CancelTripRequest as unknown as Schema)), async (body) => {
        const { _id } = await account.api.createdTrip();
        expect([200, 400]).toContain((await post(`/v1/trips/${_id}/cancel`, body)).status);
      }),
      { numRuns: 60 },
    );
  });

  it('answers any query with 200 or 400, never otherwise', async () => {
    const name = fc.oneof(fc.constantFrom('page', 'limit', 'status', 'from', 'to'), fc.string());
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e3',
        '99999999999999999999',
        '2027-02-30',
        '2027-01-01',
        '0000-01-01',
        '2027-01-01T00:00:00',
        'NaN',
        'null',
        '[]',
      ),
      fc.double().map(String),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 6 }), async (pairs) => {
        expect([200, 400]).toContain((await account.api.list(`?${new URLSearchParams(pairs)}`)).status);
      }),
      { numRuns: 300 },
    );
  });

  it('answers any path below /v1 with 404, 405 or what the path says, never with a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath(), fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH'), async (path, method) => {
        expect((await account.api.send(method, `/v1${path}`, { headers: newKey() })).status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });
});
