import { describe, expect, it } from 'vitest';
import { insertPricingScheme } from '../../src/catalogue/pricingSchemeStore.ts';
import { newId } from '../../src/identifiers.ts';
import type { Rates } from '../../src/money/rates.ts';
import { serviceForFile } from '../support/service.ts';

const service = await serviceForFile();
const account = await service.account();
const tiers = Object.fromEntries(account.serviceTiers.map(({ name, serviceTierId }) => [name, serviceTierId]));

const ask = (changes: Record<string, unknown> = {}, caller = account) =>
  caller.api.send('POST', '/v1/quotes', {
    body: { pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E', serviceTierId: tiers.Eco, ...changes },
  });

const flat = (baseCents: number): Rates => ({ baseCents, perKmCents: 0, perMinuteCents: 0, minimumCents: 0 });

describe('POST /v1/quotes', () => {
  it('answers the whole breakdown, which adds up', async () => {
    const { status, body } = await ask({ serviceTierId: tiers.Berline });
    expect([status, body.success, body.message]).toEqual([200, true, 'Quote calculated']);
    const { price, vat, route, ...rest } = body.data;
    expect(rest).toEqual({
      pricingSchemeId: account.pricingSchemes[0]?.pricingSchemeId,
      pricingSchemeName: 'Standard',
      serviceTierId: tiers.Berline,
      serviceTierName: 'Berline',
      serviceTierMultiplier: 1.3,
      warnings: [],
    });
    const cents = (euros: number) => Math.round(euros * 100);
    expect(cents(price.base)).toBe(500);
    expect(cents(price.distanceCost)).toBe(Math.round(180 * route.distanceKm));
    expect(cents(price.timeCost)).toBe(Math.round(35 * route.durationMinutes));
    expect(cents(price.subtotal)).toBe(cents(price.base) + cents(price.distanceCost) + cents(price.timeCost));
    expect([price.minimum, cents(price.total)]).toEqual([15, price.totalCents]);
    expect(price.totalCents).toBe(Math.round((cents(price.subtotal) * 13) / 10));
    expect([vat.rate, vat.isExempt]).toEqual([10, false]);
    expect([cents(vat.amount), cents(vat.totalTTC)]).toEqual([vat.amountCents, vat.totalTTCCents]);
    expect(vat.totalTTCCents).toBe(price.totalCents + vat.amountCents);
  });

  it('says what was understood, how exactly, and that the road is an estimate', async () => {
    const { route } = (await ask()).body.data;
    expect(route).toMatchObject({
      estimated: true,
      pickup: { precision: 'station' },
      dropoff: { precision: 'airport' },
    });
    expect(route.pickup.label).toContain('Gare de Lyon');
    expect([route.pickup.lat, route.pickup.lng]).toEqual([expect.closeTo(48.844, 2), expect.closeTo(2.374, 2)]);
    expect(route.distanceKm).toBeGreaterThan(22);
    expect(route.distanceKm).toBeLessThan(36);
    expect(route.durationMinutes).toBeGreaterThan(20);
  });

  it('warns in words about each address of which only the town or district was understood', async () => {
    const { warnings } = (await ask({ pickup: '3 rue Inconnue, 59000 Lille', dropoff: 'Genève' })).body.data;
    expect(warnings).toEqual([
      'pickup: only the town or district was understood, Lille (59000); the route begins at its centre, which may be kilometres from the exact address',
      'dropoff: only the town or district was understood, Genève, Suisse; the route ends at its centre, which may be kilometres from the exact address',
    ]);
    const exact = { pickup: '48.8556,2.3601', dropoff: 'Paris 8e' };
    expect((await ask(exact)).body.data.warnings).toEqual([
      expect.stringMatching(/^dropoff: only the town or district was understood, Paris 8e Arrondissement \(75008\);/),
    ]);
  });

  it('warns if a place was understood but not all words of its address: a hotel may be named after it', async () => {
    const { warnings } = (await ask({ pickup: 'Ibis Orly', dropoff: 'Novotel Gare de Lyon, Paris' })).body.data;
    expect(warnings).toEqual([
      'pickup: only part of the address was understood, Aéroport Paris-Orly; the exact address may be elsewhere',
      'dropoff: only part of the address was understood, Gare de Lyon, Paris; the exact address may be elsewhere',
    ]);
  });

  it('warns of a terminal or a house number that there is not, and of a second place elsewhere', async () => {
    const { route, warnings } = (await ask({ pickup: '999 rue de Rivoli, Paris', dropoff: 'CDG terminal 9' })).body
      .data;
    expect(route.pickup).toMatchObject({ label: 'Rue de Rivoli, Paris', precision: 'address' });
    expect(warnings).toEqual([
      'pickup: only part of the address was understood, Rue de Rivoli, Paris; the exact address may be elsewhere',
      'dropoff: only part of the address was understood, Aéroport Paris-Charles-de-Gaulle; the exact address may be elsewhere',
    ]);
    const elsewhere = { pickup: 'Gare de Toulouse Saint-Agne', dropoff: 'Place du Capitole, Toulouse' };
    expect((await ask(elsewhere)).body.data.warnings).toEqual([
      'pickup: only part of the address was understood, Gare de Toulouse-Matabiau; the exact address may be elsewhere',
    ]);
  });

  it('warns of a long street without a house number', async () => {
    const long = { pickup: 'Promenade des Anglais, Nice', dropoff: 'rue de Vaugirard, Paris' };
    expect((await ask(long)).body.data.warnings).toEqual([
      'pickup: a long street without a house number, Promenade des Anglais, Nice; the route begins at its middle, which may be kilometres from the exact address',
      'dropoff: a long street without a house number, Rue de Vaugirard, Paris; the route ends at its middle, which may be kilometres from the exact address',
    ]);
    const exact = { pickup: '1 promenade des Anglais, Nice', dropoff: 'rue de la Paix, Paris' };
    expect((await ask(exact)).body.data.warnings).toEqual([]);
  });

  it('warns if pickup and dropoff are the same place, however they are written', async () => {
    const warning = /^pickup and dropoff are the same place, .*Gare de Lyon.*; the route has 0 km$/;
    for (const dropoff of ['Gare de Lyon, Paris', ' gare de lyon, PARIS', 'Paris Gare de Lyon']) {
      const { route, warnings } = (await ask({ pickup: 'Gare de Lyon, Paris', dropoff })).body.data;
      expect([route.distanceKm, warnings]).toEqual([0, [expect.stringMatching(warning)]]);
    }
    const nearby = (await ask({ pickup: '48.8556,2.3601', dropoff: '48.8565,2.3601' })).body.data;
    expect([nearby.route.distanceKm > 0, nearby.warnings]).toEqual([true, []]);
  });

  it('warns that the price of a hire is for the minutes of the route', async () => {
    const { route, warnings } = (await ask({ tripType: 'AVAILABILITY' })).body.data;
    const minutes = route.durationMinutes;
    expect(warnings).toEqual([
      `the price is for the time of the route, ${minutes} min; calculate it for the hours of the hire`,
    ]);
  });

  it('stores nothing', async () => {
    const rows = async () => {
      const { rows: counts } = await service.database.query({
        text: `SELECT (SELECT count(*) FROM trips) AS trips, (SELECT count(*) FROM riders) AS riders,
                      (SELECT count(*) FROM idempotency_keys) AS keys`,
      });
      return counts[0];
    };
    const before = await rows();
    expect((await ask()).status).toBe(200);
    expect(await rows()).toEqual(before);
  });

  it('booked with vat.totalTTC gives back the quote’s own total and VAT', async () => {
    for (const tripType of ['TRIP', 'AVAILABILITY']) {
      const { vat, price } = (await ask({ tripType })).body.data;
      const trip = await account.api.createdTrip({ price: vat.totalTTC, tripType });
      expect(trip).toMatchObject({
        price: vat.totalTTC,
        priceHT: price.total,
        vatAmount: vat.amount,
        vatRate: vat.rate,
      });
    }
  });

  it('charges VAT by the type of trip, and none for an exempt account', async () => {
    expect((await ask({ tripType: 'AVAILABILITY' })).body.data.vat).toMatchObject({ rate: 20, isExempt: false });
    const exempt = await service.account({ isVatExempt: true });
    const { vat, price } = (await ask({}, exempt)).body.data;
    expect(vat).toEqual({
      rate: 0,
      amountCents: 0,
      amount: 0,
      totalTTCCents: price.totalCents,
      totalTTC: price.total,
      isExempt: true,
    });
  });

  it('prices AVAILABILITY by time: kilometres cost nothing at the starting rates', async () => {
    expect((await ask({ tripType: 'AVAILABILITY' })).body.data.price.distanceCost).toBe(0);
  });

  it('never asks for less than the minimum', async () => {
    const { price, route } = (await ask({ pickup: '48.8556,2.3601', dropoff: '48.8557,2.3602' })).body.data;
    expect([route.pickup.precision, route.dropoff.precision]).toEqual(['coordinates', 'coordinates']);
    expect([price.total, price.totalCents]).toEqual([15, 1500]);
  });

  it('takes the same text twice for no way at all, and two addresses of one town for a few kilometres', async () => {
    expect((await ask({ pickup: 'Lyon', dropoff: ' lyon' })).body.data.route).toMatchObject({
      distanceKm: 0,
      durationMinutes: 0,
    });
    const { route } = (
      await ask({
        pickup: '3 rue de la Paix, 01000 Bourg-en-Bresse',
        dropoff: '8 place Carriat, 01000 Bourg-en-Bresse',
      })
    ).body.data;
    expect(route.distanceKm).toBeCloseTo(3, 0);
  });
});

describe('the scheme of a quote', () => {
  const addScheme = async (changes: object, owner = account) => {
    const scheme = {
      accountId: owner.accountId,
      pricingSchemeId: newId(),
      name: 'Other',
      isDefault: false,
      timeZone: 'Europe/Paris',
      rates: { TRIP: flat(1000), AVAILABILITY: flat(2000) },
      windows: [],
      ...changes,
    };
    await service.database.transaction((client) => insertPricingScheme(client, scheme, service.clock.now()));
    return scheme.pricingSchemeId;
  };

  it('is the one that is named, also in capitals, or else the account’s default', async () => {
    const pricingSchemeId = await addScheme({ name: 'Flat' });
    expect((await ask({ pricingSchemeId })).body.data).toMatchObject({
      pricingSchemeName: 'Flat',
      price: { total: 10 },
    });
    expect((await ask({ pricingSchemeId: pricingSchemeId.toUpperCase() })).body.data.pricingSchemeId).toBe(
      pricingSchemeId,
    );
    expect((await ask()).body.data.pricingSchemeName).toBe('Standard');
    const own = await service.account();
    await addScheme({ name: 'New default', isDefault: true }, own);
    expect((await ask({}, own)).body.data.pricingSchemeName).toBe('New default');
  });

  it('has other rates by night, chosen by scheduledAt, or by now when absent', async () => {
    const night = {
      name: 'Night',
      days: [1, 2, 3, 4, 5, 6, 7],
      fromMinute: 1320,
      toMinute: 360,
      rates: { TRIP: flat(3000) },
    };
    const pricingSchemeId = await addScheme({ windows: [night] });
    const total = async (changes: object) => (await ask({ pricingSchemeId, ...changes })).body.data.price.total;
    expect(await total({ scheduledAt: '2027-03-10T23:00:00+01:00' })).toBe(30);
    expect(await total({ scheduledAt: '2027-03-10T12:00:00+01:00' })).toBe(10);
    expect(await total({ scheduledAt: '2020-03-10T23:00:00+01:00' })).toBe(30); // a quote may look back
    expect(await total({})).toBe(10);
    service.clock.set('2027-03-01T22:30:00Z');
    expect(await total({})).toBe(30);
    service.clock.set('2027-03-01T08:00:00Z');
  });

  it.each([
    ['unknown', () => newId()],
    ['another account’s', async () => addScheme({}, await service.account())],
  ])('is refused when it is %s', async (_, id) => {
    const { status, body } = await ask({ pricingSchemeId: await id() });
    expect([status, body.code]).toEqual([400, 'PRICING_SCHEME_NOT_FOUND']);
  });

  it('is read again within a second after it was changed, however often it is asked for', async () => {
    const owner = await service.account();
    const base = async () => (await ask({}, owner)).body.data.price.base;
    expect(await base()).toBe(5);
    await service.database.query({
      text: `UPDATE pricing_schemes SET rates = jsonb_set(rates, '{TRIP,baseCents}', '700') WHERE account_id = $1`,
      values: [owner.accountId],
    });
    const changedAt = performance.now();
    let lastOldAt = changedAt;
    for (let asked = performance.now(); (await base()) === 5; asked = performance.now()) lastOldAt = asked;
    expect(lastOldAt - changedAt).toBeLessThan(1_000);
    expect(await base()).toBe(7);
  });

  it('is found as soon as it is there: that there was none is not remembered', async () => {
    const owner = await service.account();
    const pricingSchemeId = newId();
    expect((await ask({ pricingSchemeId }, owner)).body.code).toBe('PRICING_SCHEME_NOT_FOUND');
    await addScheme({ pricingSchemeId }, owner);
    expect((await ask({ pricingSchemeId }, owner)).status).toBe(200);
  });

  it('is asked for when the account has no default', async () => {
    const own = await service.account();
    await service.database.query({
      text: 'UPDATE pricing_schemes SET is_default = false WHERE account_id = $1',
      values: [own.accountId],
    });
    const { status, body } = await ask({}, own);
    expect([status, body.code]).toEqual([400, 'PRICING_SCHEME_NOT_FOUND']);
    expect(body.message).toContain('no default pricing scheme');
  });
});

describe('a quote is refused', () => {
  it.each([
    ['pickup is required', { pickup: undefined }],
    ['dropoff is required', { dropoff: undefined }],
    ['serviceTierId is required', { serviceTierId: undefined }],
    ['pickup must have at least 2 characters', { pickup: 'x' }],
    ['dropoff must have at most 500 characters', { dropoff: 'x'.repeat(501) }],
    ['pickup must be a string', { pickup: 7 }],
    ['serviceTierId must be 24 hexadecimal characters', { serviceTierId: 'eco' }],
    ['pricingSchemeId must be 24 hexadecimal characters', { pricingSchemeId: '' }],
    ['tripType must be one of TRIP, AVAILABILITY', { tripType: 'trip' }],
    [
      'scheduledAt must be a real date-time with Z or an offset, such as 2027-03-14T10:30:00+01:00',
      { scheduledAt: '2027-03-10' },
    ],
    ['pickup must not hold \\u0000 or half a surrogate pair', { pickup: 'Paris\0' }],
    ['price is not a known member', { price: 1 }],
  ])('with “%s”', async (fault, changes) => {
    const { status, body } = await ask(changes);
    expect([status, body.code, body.message]).toEqual([400, 'VALIDATION_FAILED', [fault]]);
  });

  it('accepts what is just within the bounds', async () => {
    expect((await ask({ pickup: 'Eu', dropoff: `Paris${' '.repeat(495)}` })).status).toBe(200);
  });

  it('for a service tier there is not', async () => {
    const { status, body } = await ask({ serviceTierId: newId() });
    expect([status, body.code]).toEqual([400, 'SERVICE_TIER_NOT_FOUND']);
  });

  it('for an address nobody can place, naming which', async () => {
    const one = (await ask({ pickup: 'Xyzzyville-les-Plouf' })).body;
    expect([one.statusCode, one.code]).toEqual([400, 'ADDRESS_NOT_FOUND']);
    expect(one.message).toMatch(/^pickup: /);
    const other = (await ask({ dropoff: 'rue de Paris' })).body;
    expect([other.code, other.message]).toEqual(['ADDRESS_NOT_FOUND', expect.stringMatching(/^dropoff: /)]);
    const both = (await ask({ pickup: 'Xyzzyville-les-Plouf', dropoff: 'Xyzzyville-les-Plouf' })).body;
    expect(both.message).toMatch(/^pickup: .*\. dropoff: .*\.$/);
  });

  it('when no road leads there', async () => {
    const { status, body } = await ask({ pickup: 'Ajaccio', dropoff: 'Nice' });
    expect([status, body.code]).toEqual([400, 'ROUTE_NOT_FOUND']);
  });
});
