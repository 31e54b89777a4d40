import { describe, expect, it } from 'vitest';
import { HIGH_RATE_LIMITS } from '../../reliability/support/process.ts';
import { readBookingForm } from '../../src/dashboard/booking/bookingDraft.ts';
import { newId } from '../../src/identifiers.ts';
import { createRateLimits, type RateLimit } from '../../src/limits/rateLimits.ts';
import { PlacesUnavailable } from '../../src/places/place.ts';
import { loadSettings } from '../../src/start/settings.ts';
import { fingerprint } from '../../src/trips/idempotency.ts';
import { wallTime } from '../../src/web/components/moment.tsx';
import {
  type Fields,
  filledIn,
  ownerForFile,
  ownerOf,
  type PageAnswer,
  type Visitor,
} from '../support/browserClient.ts';
import { openTransaction, untilStatementWaits } from '../support/databaseOfService.ts';
import { indexAll } from '../support/search.ts';
import { startService } from '../support/service.ts';

// These tests book faster than anybody types.
const limits = createRateLimits(loadSettings(HIGH_RATE_LIMITS));
const unlimited = limits.ip as RateLimit;
const overrides = { limits: { ...limits, triedRates: unlimited, bookingsByHand: unlimited } };
const { service, account, owner } = await ownerForFile({ role: 'CONTRACTOR' }, { overrides });
const stranger = await service.account();

const PATH = '/app/trips/new';
const NEW_RIDER = { firstName: 'Grace', lastName: 'Hopper', phone: '+33 6 11 22 33 44' };
const RIDE = { pickup: 'Gare de Lyon, Paris', dropoff: 'Aéroport CDG Terminal 2E', at: '2027-03-14T10:30' };
const BOOKING = { ...RIDE, ...NEW_RIDER };
const van = () => account.serviceTiers.find(({ name }) => name === 'Van')?.serviceTierId ?? '';

const faultAt = ({ html }: PageAnswer, field: string) =>
  new RegExp(`id="${field}-error">([^<]*)<`).exec(html)?.[1]?.replaceAll('&#39;', "'");
const noticeOf = ({ html }: PageAnswer) =>
  /<div class="notice bad"[^>]*>(.*?)<\/div>/s
    .exec(html)?.[1]
    ?.replace(/<[^>]+>/g, '')
    .trim();
const shownAt = ({ html }: PageAnswer, id: string) =>
  (new RegExp(`id="${id}"[^>]*>(.*?)</(?:div|section)>`, 's').exec(html)?.[1] ?? '').replace(/<[^>]+>/g, ' ').trim();
const focusedIn = ({ html }: PageAnswer) => /<(?:input|button)[^>]* autofocus[^>]*>/.exec(html)?.[0] ?? 'nothing';
const quoteOf = ({ html }: PageAnswer) =>
  Object.fromEntries([...html.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, title, amount]) => [title, amount]));

/** The form as the page shows it after these fields were filled in. */
async function filled(changes: Record<string, string> = {}, path = PATH, visitor: Visitor = owner): Promise<Fields> {
  const { html } = await visitor.get(path);
  const shown = await visitor.post(PATH, { ...filledIn(html, PATH), ...changes });
  expect(shown.status).toBe(200);
  return { ...filledIn(shown.html, PATH), ...pick(changes, 'note') };
}
const pick = (fields: Record<string, string>, name: string) => (name in fields ? { [name]: fields[name] ?? '' } : {});

const book = (form: Fields, visitor: Visitor = owner) => visitor.post(PATH, { ...form, do: 'book' });

function tripIdOf(answer: PageAnswer): string {
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^\/app\/trips\/\w{24}$/),
  ]);
  return answer.headers.get('location')?.slice('/app/trips/'.length) ?? '';
}

const countTrips = async () => (await account.api.list()).body.pagination.total as number;

describe('a booking by hand', () => {
  it('is the trip that the API would have booked, at the price of the quote, by the dashboard', async () => {
    const form = await filled({
      ...BOOKING,
      ...{ passengers: '3', serviceTierId: van(), vehicleId: account.vehicles[1]?.vehicleId ?? '' },
      ...{ note: 'Two bags\r\nand a cello', externalReference: 'ORDER-4711' },
    });
    const body = {
      pickup: RIDE.pickup,
      dropoff: RIDE.dropoff,
      serviceTierId: van(),
      scheduledAt: '2027-03-14T10:30:00+01:00',
    };
    const { route, vat, pricingSchemeId } = (await account.api.send('POST', '/v1/quotes', { body })).body.data;
    const trip = await account.api.tripNow(tripIdOf(await book(form)));
    expect(trip).toMatchObject({
      ...{
        userId: account.accountId,
        executorId: null,
        status: 'CONFIRMED',
        scheduledPickupTime: '2027-03-14T09:30:00.000Z',
      },
      pickupAddress: { address: RIDE.pickup, lat: route.pickup.lat, lng: route.pickup.lng },
      destinationAddress: { address: route.dropoff.label, lat: route.dropoff.lat, lng: route.dropoff.lng },
      ...{ price: vat.totalTTC, vatRate: 10, paxNumber: 3, tripType: 'TRIP', note: 'Two bags\nand a cello' },
      ...{ vehicleId: account.vehicles[1]?.vehicleId, serviceTierId: van(), pricingSchemeId },
      ...{ estimatedDistanceKm: route.distanceKm, estimatedDurationMinutes: route.durationMinutes },
      ...{ externalReference: 'ORDER-4711', metadata: {} },
    });
    expect(trip.statusHistory).toEqual([
      { status: 'CONFIRMED', changedAt: expect.any(String), changedBy: 'DASHBOARD' },
    ]);
    const events = (await account.api.send('GET', '/v1/events?limit=100')).body.data as Record<string, unknown>[];
    expect(events.filter(({ tripId }) => tripId === trip._id)).toMatchObject([
      { type: 'trip.created', changedBy: 'DASHBOARD', data: { trip: { _id: trip._id, price: trip.price } } },
    ]);
    const rider = (await account.api.send('GET', `/v1/clients/${trip.clientId}`)).body.data;
    expect(rider).toMatchObject(NEW_RIDER);
  });

  it('leaves bookings through the API in the name of the API', async () => {
    const { _id } = await account.api.createdTrip();
    expect((await account.api.tripNow(_id)).statusHistory.map(({ changedBy }) => changedBy)).toEqual(['API']);
  });

  it('makes a driver the executor, as the API does', async () => {
    const driver = await service.account();
    const visitor = await ownerOf(service, driver);
    const trip = await driver.api.tripNow(tripIdOf(await book(await filled(BOOKING, PATH, visitor), visitor)));
    expect(trip.executorId).toBe(driver.accountId);
  });

  it('takes a typed price, in either notation, and computes its VAT', async () => {
    const form = await filled({ ...BOOKING, price: '88,00', tripType: 'AVAILABILITY', hireHours: '4' });
    const trip = await account.api.tripNow(tripIdOf(await book(form)));
    expect(trip).toMatchObject({ price: 88, vatRate: 20, priceHT: 73.33, vatAmount: 14.67, pricingSchemeId: null });
  });

  it('can go without a vehicle category, for a typed price', async () => {
    const form = await filled({ ...BOOKING, serviceTierId: '', price: '50' });
    const trip = await account.api.tripNow(tripIdOf(await book(form)));
    expect(trip).toMatchObject({ price: 50, serviceTierId: null, estimatedDistanceKm: null });
  });

  it('is for a rider who was found by name or phone', async () => {
    const [ada] = account.riders;
    await indexAll(service);
    for (const riderSearch of ['lovelace', '+336 0000 0001']) {
      const { html } = await owner.change(PATH, { riderSearch });
      expect(html).toContain(`value="${ada?.clientId}"`);
    }
    const form = await filled({ ...RIDE, rider: ada?.clientId ?? '' });
    expect(form.rider).toEqual([ada?.clientId]);
    expect((await account.api.tripNow(tripIdOf(await book(form)))).clientId).toBe(ada?.clientId);
    expect(shownAt(await owner.change(PATH, { riderSearch: 'nobody of that name' }), 'riders')).toContain(
      'No matching riders.',
    );
  });
});

describe('an hourly hire', () => {
  const eco = () => account.serviceTiers.find(({ name }) => name === 'Eco')?.serviceTierId ?? '';
  const HIRE = { ...BOOKING, dropoff: BOOKING.pickup, tripType: 'AVAILABILITY', serviceTierId: eco() };

  it('asks for its hours, and costs nothing until they are known', async () => {
    for (const hireHours of ['', '0', '12,5', 'all day', '4:75', '-4']) {
      const shown = await owner.change(PATH, { ...HIRE, hireHours });
      expect([hireHours, shownAt(shown, 'quote')]).toEqual([hireHours, expect.stringContaining('Enter the duration')]);
      const refused = await book(await filled({ ...HIRE, hireHours, price: '50' }));
      expect([refused.status, faultAt(refused, 'hireHours')]).toEqual([
        422,
        expect.stringMatching(/in hours, 12 at most/),
      ]);
    }
  });

  it.each([
    ['4', 240],
    ['4 h', 240],
    ['4.5', 270],
    ['4,25', 255],
    ['4:30', 270],
    ['4H30', 270],
    ['12', 720],
  ])('of %s takes that long, whatever the drive takes, and is priced by it', async (hireHours, minutes) => {
    const trip = await account.api.tripNow(tripIdOf(await book(await filled({ ...HIRE, hireHours }))));
    expect(trip).toMatchObject({ tripType: 'AVAILABILITY', estimatedDurationMinutes: minutes });
    expect(trip.priceHT).toBe(minutes * 0.75);
  });

  it('has an agreed duration: only its distance is an estimate', async () => {
    const route = async (typed: object) =>
      /class="quote-way".*?<span class="hint">(.*?) ·/s.exec(
        (await owner.change(PATH, { ...BOOKING, ...typed })).html,
      )?.[1];
    const hire = { tripType: 'AVAILABILITY', hireHours: '4' };
    expect(await route(hire)).toMatch(/^[\d.]+ km \(estimated\), 4 h 00 min$/);
    expect(await route({})).toMatch(/^[\d.]+ km, \d+ min \(estimated\)$/);
  });

  it('keeps its hours at a typed price without a category, and in a copy', async () => {
    const form = await filled({ ...HIRE, hireHours: '4,5', serviceTierId: '', price: '300' });
    const { _id, estimatedDurationMinutes } = await account.api.tripNow(tripIdOf(await book(form)));
    expect(estimatedDurationMinutes).toBe(270);
    expect(filledIn((await owner.get(`${PATH}?copy=${_id}`)).html, PATH).hireHours).toEqual(['4:30']);
  });

  it.each([34.2, 721, null])('asks for its hours again if the copied one has %s minutes', async (minutes) => {
    const changes = minutes === null ? {} : { estimatedDurationMinutes: minutes };
    const { _id } = await account.api.createdTrip({ tripType: 'AVAILABILITY', ...changes });
    expect(filledIn((await owner.get(`${PATH}?copy=${_id}`)).html, PATH).hireHours).toEqual(['']);
  });

  it('of a driver overlaps with what is booked for its hours', async () => {
    const driver = await service.account();
    const visitor = await ownerOf(service, driver);
    tripIdOf(await book(await filled({ ...HIRE, hireHours: '4' }, PATH, visitor), visitor));
    const at = BOOKING.at.replace(/T(\d\d)/, (_, hour) => `T${Number(hour) + 3}`);
    expect(shownAt(await visitor.change(PATH, { ...BOOKING, at }), 'at-found')).toContain('Overlap');
  });
});

describe('a new rider whom the account may already have', () => {
  const bookedNotice = async (form: Fields) => {
    const { html } = await owner.get(`/app/trips/${tripIdOf(await book(form))}`);
    return /<div class="notice (\w+)".*?<div>(.*?)<\/div>/s.exec(html)?.slice(1) ?? [];
  };

  it('is booked for, with a warning and a link to the other, also when the form is sent twice', async () => {
    const first = { firstName: 'Rosalind', lastName: 'Franklin', phone: '+33 6 72 00 00 01' };
    const form = await filled({ ...RIDE, ...first });
    expect(await bookedNotice(form)).toEqual(['good', expect.stringMatching(/^The trip is booked\. .{0,60}$/)]);
    const { clientId } = await account.api.tripNow(tripIdOf(await book(form)));
    const again = await filled({ ...RIDE, ...first, phone: '06 72 00 00 01' });
    for (let times = 0; times < 2; times += 1)
      expect(await bookedNotice(again)).toEqual([
        'warn',
        expect.stringMatching(
          `^The trip is booked\\. .* Another rider has the same phone number or e-mail address\\. <a href="/app/riders/${clientId}">See the other rider</a>$`,
        ),
      ]);
    const known = await filled({ ...RIDE, rider: clientId });
    expect((await bookedNotice(known))[0]).toBe('good');
  });
});

describe('what was understood', () => {
  it('is shown for each address, with price, VAT, distance and duration', async () => {
    const shown = await owner.change(PATH, { ...RIDE, dropoff: '12 rue de Cléry, 75002 Paris' });
    expect(shownAt(shown, 'pickup-found')).toBe('Understood as: Gare de Lyon, Paris.');
    expect(shownAt(shown, 'dropoff-found')).toMatch(/^Understood as: Paris 2e.*\(75002\)\. Only the town is known/);
    const hotel = await owner.post(PATH, await filled({ ...RIDE, pickup: 'Ibis Orly' }));
    expect(shownAt(hotel, 'pickup-found')).toMatch(/^Understood as: Aéroport Paris-Orly\. Only part of the address/);
    expect(shownAt(shown, 'quote')).toMatch(/[\d.]+ km, \d+ min.*Usual rates/);
    const withoutCategory = await owner.change(PATH, { ...RIDE, serviceTierId: '' });
    expect(shownAt(withoutCategory, 'quote')).toContain('or enter a price below');
    expect(quoteOf(shown)).toMatchObject({ 'VAT 10%': expect.any(String), 'Price including VAT': expect.any(String) });
  });

  it('is what is booked: a form that has not shown it comes back first, and then books', async () => {
    const form = filledIn((await owner.get(PATH)).html, PATH);
    const before = await countTrips();
    const unseen = await book({ ...form, ...BOOKING });
    expect([unseen.status, noticeOf(unseen)]).toEqual([422, expect.stringMatching(/^Nothing was booked yet\./)]);
    expect(shownAt(unseen, 'pickup-found')).toBe('Understood as: Gare de Lyon, Paris.');
    expect(await countTrips()).toBe(before);
    const seen = filledIn(unseen.html, PATH);
    tripIdOf(await book(seen));
    expect(await countTrips()).toBe(before + 1);
  });

  const addressesOf = async (pickup: string, dropoff: string) => {
    const trip = await account.api.tripNow(tripIdOf(await book(await filled({ ...BOOKING, pickup, dropoff }))));
    return [trip.pickupAddress.address, trip.destinationAddress.address];
  };

  it('names a place in full if a part of its name was typed, and keeps whatever else was typed', async () => {
    const named = ['Gare de Lyon, Paris', 'Aéroport Paris-Orly, terminal 4'];
    expect(await addressesOf('gare de lyon', 'orly 4')).toEqual(named);
    expect(await addressesOf('aeroport de nice', 'roissy cdg 2e')).toEqual([
      "Aéroport Nice Côte d'Azur",
      'Aéroport Paris-Charles-de-Gaulle, terminal 2E',
    ]);
    const typed = ['gare de lyon, paris, hall 2', '5 rue de la paix, paris'] as const;
    expect(await addressesOf(...typed)).toEqual(typed);
  });

  it('names the town too if it was understood without, and not if the town or its postcode was typed', async () => {
    expect(await addressesOf('24 rue de rivoli', '12 place Bellecour, code 34B,')).toEqual([
      '24 rue de rivoli, Paris',
      '12 place Bellecour, code 34B, Lyon',
    ]);
    const typed = ['24 rue de rivoli 75004', 'paris, 12 place vendome'] as const;
    expect(await addressesOf(...typed)).toEqual(typed);
    const longest = '24 rue de rivoli, '.padEnd(500, 'x');
    expect(await addressesOf(longest, 'gare de lyon, hall 2')).toEqual([longest, 'gare de lyon, hall 2, Paris']);
  });

  it('is for a departure now until a time is entered', async () => {
    const quoteAt = async (at: string) => shownAt(await owner.change(PATH, { ...RIDE, at }), 'quote');
    expect(await quoteAt('')).toContain('Usual rates · for a departure now');
    expect(await quoteAt(RIDE.at)).not.toContain('now');
  });

  it('is asked for again if the price has changed since it was shown, unless one was typed', async () => {
    const form = await filled(BOOKING);
    const changed = { ...form, shownCents: '1' };
    expect((await book(changed)).status).toBe(422);
    const { price } = await account.api.tripNow(tripIdOf(await book({ ...changed, price: '1 040,5 €' })));
    expect(price).toBe(1040.5);
  });

  it('is never guessed: an address that is not found is marked, with what may be meant, and nothing is booked', async () => {
    const before = await countTrips();
    const form = await filled({ ...BOOKING, dropoff: '5 rue Foo, Marseile' });
    const refused = await book(form);
    expect([refused.status, faultAt(refused, 'dropoff')]).toEqual([
      422,
      expect.stringMatching(/^This address was not found\./),
    ]);
    expect(faultAt(refused, 'pickup')).toBeUndefined();
    expect(refused.html).toContain('name="use-dropoff" value="5 rue Foo, Marseille (13)"');
    expect(await countTrips()).toBe(before);
    const corrected = await owner.post(PATH, { ...form, 'use-dropoff': '5 rue Foo, Marseille (13)' });
    expect(filledIn(corrected.html, PATH)).toMatchObject({
      dropoff: ['5 rue Foo, Marseille (13)'],
      firstName: ['Grace'],
    });
    const trip = await account.api.tripNow(tripIdOf(await book(filledIn(corrected.html, PATH))));
    expect(trip.destinationAddress).toMatchObject({
      address: '5 rue Foo, Marseille (13)',
      lat: expect.closeTo(43.3, 0),
    });
  });

  it('says so when addresses cannot be looked up, and books nothing', async () => {
    const other = await startService({
      overrides: { geocoder: { place: () => Promise.reject(new PlacesUnavailable('unavailable')) } },
    });
    const visitor = await ownerOf(other, await other.account());
    const refused = await book({ ...filledIn((await visitor.get(PATH)).html, PATH), ...BOOKING }, visitor);
    expect([refused.status, faultAt(refused, 'pickup')]).toEqual([
      422,
      expect.stringMatching(/cannot be looked up right now/),
    ]);
    await other.close();
  });
});

describe('a form that is sent twice', () => {
  it('books once and leads to the same trip, at the same time and later', async () => {
    const before = await countTrips();
    const form = await filled(BOOKING);
    const answers = await Promise.all([book(form), book(form), book(form)]);
    const later = await book(form);
    expect(new Set([...answers, later].map(tripIdOf)).size).toBe(1);
    expect(await countTrips()).toBe(before + 1);
  });

  it('leads to its trip too if the release before this one booked it', async () => {
    const form = await filled(BOOKING);
    tripIdOf(await book(form));
    const { key, draft } = readBookingForm(
      new Map(Object.entries(form).map(([name, value]) => [name, [value].flat()])),
    );
    const { which, hireHours, ...drafted } = draft;
    expect([which, hireHours]).toEqual(['', '']);
    const { rows } = await service.database.query<{ fingerprint: Buffer }>({
      text: 'SELECT fingerprint FROM idempotency_keys WHERE idempotency_key = $1',
      values: [key],
    });
    expect(rows[0]?.fingerprint).toEqual(fingerprint('POST', PATH, drafted));
  });

  it('leads to its trip even when it would be refused by now', async () => {
    const form = await filled({ ...BOOKING, at: '2027-03-01T09:30' });
    const id = tripIdOf(await book(form));
    service.clock.advance(3_600);
    expect(tripIdOf(await book(form))).toBe(id);
    service.clock.advance(-3_600);
  });

  it('books nothing if it was changed in between, and says how to book another', async () => {
    const form = await filled({ ...BOOKING, price: '60' });
    tripIdOf(await book(form));
    const before = await countTrips();
    const conflict = await book({ ...form, passengers: '2' });
    expect([conflict.status, noticeOf(conflict)]).toEqual([
      409,
      expect.stringMatching(/^This form has already booked/),
    ]);
    expect(await countTrips()).toBe(before);
    tripIdOf(await book(filledIn(conflict.html, PATH)));
    expect(await countTrips()).toBe(before + 1);
  });

  it('waits while the first is being booked, and then leads to its trip', async () => {
    const form = await filled(BOOKING);
    const holder = await openTransaction(service);
    await holder.query('SELECT FROM account_events WHERE account_id = $1 FOR UPDATE', [account.accountId]);
    const first = book(form);
    await untilStatementWaits(service);
    const second = book(form);
    await owner.get(PATH); // which gives the second the time to find the first
    await holder.commit();
    expect(tripIdOf(await second)).toBe(tripIdOf(await first));
  });
});

describe('a pickup that has just passed', () => {
  const ago = (minutes: number) => wallTime(new Date(service.clock.now().getTime() - minutes * 60_000));
  const pickupOf = async (id: string) => Date.parse((await account.api.tripNow(id)).scheduledPickupTime);
  const nextMinute = () => Math.ceil(service.clock.now().getTime() / 60_000) * 60_000;

  it.each([0, 9])('means the next full minute, up to ten minutes later: %i', async (minutes) => {
    service.clock.advance(31);
    const id = tripIdOf(await book(await filled({ ...BOOKING, at: ago(minutes) })));
    expect(await pickupOf(id)).toBe(nextMinute());
  });

  it('does so in the form for changes too, and is refused by both after eleven minutes', async () => {
    const past = 'The pickup must be in the future.';
    const id = tripIdOf(await book(await filled(BOOKING)));
    const edit = (at: string) => owner.submit(`/app/trips/${id}/edit`, `/app/trips/${id}/edit`, editOf(at));
    const editOf = (at: string) => ({ at, passengers: '1', price: '66', note: '', vehicleId: '' });
    expect(faultAt(await edit(ago(11)), 'at')).toBe(past);
    expect(faultAt(await book({ ...(await filled(BOOKING)), at: ago(11) }), 'at')).toBe(past);
    expect((await edit(ago(1))).status).toBe(303);
    expect(await pickupOf(id)).toBe(nextMinute());
  });
});

describe('a pickup at a time that occurs twice', () => {
  const at = '2027-10-31T02:30';

  it('asks which one is meant, also while one types, and books it', async () => {
    const form = await filled({ ...BOOKING, price: '50', at });
    const asked = await book(form);
    expect([asked.status, faultAt(asked, 'which'), faultAt(asked, 'at')]).toEqual([
      422,
      '02:30 occurs twice on 31 October 2027, because clocks go back. Choose which one you mean.',
      undefined,
    ]);
    expect(shownAt(asked, 'which-time')).toMatch(/02:30, summer time \(the first\) .* 02:30, winter time/s);
    for (const [which, scheduledPickupTime, season] of [
      ['first', '2027-10-31T00:30:00.000Z', 'summer'],
      ['second', '2027-10-31T01:30:00.000Z', 'winter'],
    ]) {
      const id = tripIdOf(await book(await filled({ ...BOOKING, price: '50', at, which: which ?? '' })));
      expect(await account.api.tripNow(id)).toMatchObject({ scheduledPickupTime });
      expect((await owner.get(`/app/trips/${id}`)).html).toContain(`31 Oct 2027, 02:30 ${season} time (Paris)`);
    }
  });

  it('is asked for no other time', async () => {
    const shown = await owner.change(PATH, { ...BOOKING, at: '2027-10-31T03:00' });
    expect(shown.html).not.toContain('name="which"');
    tripIdOf(await book(await filled({ ...BOOKING, price: '50', at: '2027-10-31T03:00', which: 'first' })));
  });
});

describe('what cannot be booked', () => {
  it.each<[Record<string, string>, string, RegExp]>([
    [{ at: '2027-02-28T10:00' }, 'at', /^The pickup must be in the future\.$/],
    [{ at: '' }, 'at', /^Enter a date and a time\.$/],
    [{ at: '2027-02-31T25:00' }, 'at', /^Enter a date and a time\.$/],
    [
      { at: '2027-03-28T02:30' },
      'at',
      /^02:30 does not exist on 28 March 2027: clocks go forward from 02:00 to 03:00\.$/,
    ],
    [{ at: '0026-11-26T10:00' }, 'at', /^Check the year\.$/],
    [{ at: '2207-11-26T10:00' }, 'at', /^Check the year\.$/],
    [{ at: '2062-11-26T10:00' }, 'at', /^The pickup can be at most 2 years ahead\. Check the year\.$/],
    [{ pickup: '' }, 'pickup', /^Enter an address\.$/],
    [{ pickup: `Paris ${'x'.repeat(500)}` }, 'pickup', /^Use 500 characters or fewer\.$/],
    [{ passengers: '0' }, 'passengers', /1 to 20/],
    [{ passengers: '21' }, 'passengers', /1 to 20/],
    [{ passengers: '1.5' }, 'passengers', /1 to 20/],
    [{ price: '-1' }, 'price', /^Enter an amount/],
    [{ price: '999999999' }, 'price', /^Enter an amount/],
    [{ serviceTierId: '' }, 'price', /^There is no quote/],
    [{ serviceTierId: newId() }, 'serviceTierId', /no longer exists/],
    [{ vehicleId: 'x' }, 'vehicleId', /no longer in your list/],
    [{ vehicleId: newId() }, 'vehicleId', /no longer in your list/],
    [{ vehicleId: stranger.vehicles[0]?.vehicleId ?? '' }, 'vehicleId', /no longer in your list/],
    [
      { pricingSchemeId: stranger.pricingSchemes[0]?.pricingSchemeId ?? '' },
      'pricingSchemeId',
      /no longer in your list/,
    ],
    [{ rider: stranger.riders[0]?.clientId ?? '' }, 'rider', /no longer in your list/],
    [{ rider: newId() }, 'rider', /no longer in your list/],
    [{ rider: "' OR 1=1" }, 'rider', /no longer in your list/],
    [{ firstName: '', lastName: '', phone: '' }, 'rider', /^Find a rider/],
    [{ firstName: '' }, 'firstName', /1 to 120/],
    [{ phone: '' }, 'phone', /phone number or an e-mail/],
    [{ phone: '06 12 34 56 7' }, 'phone', /^Enter the complete number/],
    [{ email: 'nobody' }, 'email', /e-mail address/],
    [{ note: 'x'.repeat(2_001) }, 'note', /2000 characters or fewer/],
    [{ externalReference: 'x'.repeat(101) }, 'externalReference', /100 characters or fewer/],
  ])('is marked at its field, and what was typed is kept: %j', async (changes, field, fault) => {
    const before = await countTrips();
    const form = await filled({ ...BOOKING, externalReference: 'KEPT-1', ...changes });
    const refused = await book({ ...form, ...changes });
    expect([refused.status, faultAt(refused, field)]).toEqual([422, expect.stringMatching(fault)]);
    expect(noticeOf(refused)).toBe('Nothing was booked. Check the fields marked below.');
    expect(filledIn(refused.html, PATH)).toMatchObject({
      key: form.key,
      dropoff: [RIDE.dropoff],
      externalReference: [changes.externalReference ?? 'KEPT-1'],
    });
    expect(await countTrips()).toBe(before);
  });

  it('is told by name in French too', async () => {
    const french = await ownerOf(service, await service.account(), { 'accept-language': 'fr' });
    const refused = await book(
      { ...filledIn((await french.get(PATH)).html, PATH), ...BOOKING, dropoff: 'qwxz', at: '2027-03-28T02:30' },
      french,
    );
    const mistyped = await book({ ...filledIn(refused.html, PATH), at: '2062-11-26T10:00', phone: '0612' }, french);
    expect(faultAt(mistyped, 'at')).toMatch(/dans les 2 ans à venir\. Vérifiez l’année\.$/);
    expect(faultAt(mistyped, 'phone')).toMatch(/^Saisissez le numéro complet/);
    expect(faultAt(refused, 'dropoff')).toMatch(/^Cette adresse est introuvable\./);
    expect(faultAt(refused, 'at')).toBe(
      '02:30 n’existe pas le 28 mars 2027\u00a0: on passe à l’heure d’été, de 02:00 à 03:00.',
    );
  });

  it('needs the token of the page', async () => {
    const form = await filled(BOOKING);
    const before = await countTrips();
    expect((await book({ ...form, formToken: 'x' })).status).toBe(403);
    expect(await countTrips()).toBe(before);
  });

  it('never fails on what a form may carry', async () => {
    const odd = [
      '',
      '\u{1F600}',
      "'; DROP TABLE trips; --",
      '<script>',
      '9'.repeat(400),
      '48.85,2.35',
      '/',
      ',,,',
      'é'.repeat(300),
    ];
    const form = filledIn((await owner.get(PATH)).html, PATH);
    for (const text of odd)
      for (const name of [
        'pickup',
        'key',
        'at',
        'rider',
        'riderSearch',
        'tripType',
        'shownRide',
        'use-pickup',
        'serviceTierId',
      ]) {
        const { status } = await book({ ...form, ...BOOKING, [name]: text });
        expect([name, text, status]).toEqual([name, text, 422]);
      }
    const { status } = await book({ ...form, ...BOOKING, copiedFrom: 'x' });
    expect(status).toBe(404);
  });
});

describe('the search for a rider', () => {
  it('moves the focus to what it found, and other buttons do not', async () => {
    await indexAll(service);
    const form = filledIn((await owner.get(PATH)).html, PATH);
    const found = await owner.post(PATH, { ...form, riderSearch: 'Blériot' });
    expect(focusedIn(found)).toContain(account.riders[1]?.clientId);
    expect(focusedIn(await owner.post(PATH, filledIn(found.html, PATH)))).toContain('id="pickup"');
    const chosen = { ...form, riderSearch: 'Blériot', rider: account.riders[1]?.clientId ?? '' };
    expect(focusedIn(await owner.post(PATH, chosen))).toContain('id="pickup"');
    expect(focusedIn(await owner.post(PATH, { ...form, riderSearch: 'Nobody' }))).toContain('name="riderSearch"');
  });
});

describe('Enter in a field', () => {
  it.each<[Record<string, string>, string]>([
    [{}, 'id="pickup"'],
    [{ pickup: RIDE.pickup }, 'id="dropoff"'],
    [{ pickup: 'qwxz qwxz', dropoff: RIDE.dropoff, at: RIDE.at }, 'id="pickup"'],
    [{ pickup: '3 rue Foo, marseile' }, 'name="use-pickup" value="3 rue Foo, Marseille (13)"'],
    [{ dropoff: '3 rue Foo, marseile' }, 'name="use-dropoff" value="3 rue Foo, Marseille (13)"'],
    [{ ...RIDE, at: '' }, 'id="at"'],
    [{ ...RIDE, at: '2027-03-28T02:30' }, 'id="at"'],
    [RIDE, 'id="riderSearch"'],
    [{ ...BOOKING, passengers: '' }, 'id="passengers"'],
    [BOOKING, 'id="calculate"'],
  ])('moves the focus to what the form needs next: %j', async (fields, next) => {
    const form = filledIn((await owner.get(PATH)).html, PATH);
    const answer = await owner.post(PATH, { ...form, ...fields });
    expect([answer.status, focusedIn(answer)]).toEqual([200, expect.stringContaining(next)]);
    expect(answer.html.match(/ autofocus/g)).toHaveLength(1);
  });

  it('is what moves the focus: a form that is opened does not', async () =>
    expect(focusedIn(await owner.get(PATH))).toBe('nothing'));
});

describe('riders who read the same', () => {
  it('are found once: the one who travels last, or the chosen one', async () => {
    const client = { firstName: 'Sophie', lastName: 'Germain', phone: '+33 6 73 00 00 01' };
    const bookedFor = async (day: string, changes: Record<string, string> = {}) =>
      (await account.api.createdTrip({ client: { ...client, ...changes }, scheduledAt: `2027-${day}T10:00:00Z` }))
        .clientId;
    const early = await bookedFor('05-01');
    const last = await bookedFor('05-03');
    await bookedFor('05-02');
    const otherCompany = await bookedFor('04-01', { companyName: 'Monsieur Le Blanc' });
    await indexAll(service);
    const found = async (fields: Record<string, string> = {}) => {
      const { html } = await owner.change(PATH, { riderSearch: 'germain', ...fields });
      return [...html.matchAll(/name="rider" value="(\w{24})"/g)].map(([, id]) => id);
    };
    expect(await found()).toEqual([otherCompany, last]);
    expect(await found({ rider: early })).toEqual([early, otherCompany]);
  });
});

describe('a trip that ends where it begins', () => {
  const WARNING = 'Pickup and destination are the same place.';
  const shown = async (fields: Record<string, string>) =>
    (await owner.change(PATH, { ...BOOKING, dropoff: 'gare de lyon paris', ...fields })).html;

  it('is priced with a warning, unless it is a hire', async () => {
    expect(await shown({})).toContain(WARNING);
    expect(await shown({ tripType: 'AVAILABILITY', hireHours: '2' })).not.toContain(WARNING);
    expect(await shown({ dropoff: RIDE.dropoff })).not.toContain(WARNING);
  });
});

describe('a trip that is booked from the page of a rider', () => {
  it('is for them from the start', async () => {
    const { clientId = '' } = account.riders[1] ?? {};
    expect((await owner.get(`/app/riders/${clientId}`)).html).toContain(`href="${PATH}?rider=${clientId}"`);
    expect(filledIn((await owner.get(`${PATH}?rider=${clientId}`)).html, PATH).rider).toEqual([clientId]);
  });

  it.each([
    ['of another account', () => stranger.riders[0]?.clientId],
    ['of nobody', () => newId()],
    ['that is none', () => 'x&rider=y'],
  ])('is for a new rider with an identifier %s', async (_, id) => {
    const shown = await owner.get(`${PATH}?rider=${id()}`);
    expect([shown.status, filledIn(shown.html, PATH).rider]).toEqual([200, ['new']]);
  });
});

describe('a trip that is booked again', () => {
  it('begins as the same trip but for its time, and keeps coordinates that no geocoder of ours knows', async () => {
    const trip = await account.api.createdTrip({
      ...{ client: undefined, clientId: account.riders[1]?.clientId, vehicleId: account.vehicles[0]?.vehicleId },
      pickup: { address: 'The blue gate', lat: 48.85661, lng: 2.35222 },
      ...{ serviceTierId: van(), paxNumber: 4, note: 'Quiet', externalReference: 'ORDER-1' },
    });
    const page = await owner.get(`/app/trips/${trip._id}`);
    expect(page.html).toContain(`href="${PATH}?copy=${trip._id}"`);
    expect(page.html).toContain(`href="${PATH}?return=${trip._id}"`);
    const shown = await owner.get(`${PATH}?copy=${trip._id}`);
    const form = filledIn(shown.html, PATH);
    expect(form).toMatchObject({
      ...{
        pickup: ['The blue gate'],
        dropoff: ['Aéroport CDG, Terminal 2E'],
        at: [''],
        passengers: ['4'],
      },
      ...{ rider: [trip.clientId], vehicleId: [trip.vehicleId], serviceTierId: [van()], price: [''] },
      externalReference: ['ORDER-1'],
    });
    expect(shownAt(shown, 'pickup-found')).toBe('The same point as on the trip you copied.');
    expect(shown.html).toContain('The trip you copied cost €66.00.');
    const again = await book(form);
    expect([again.status, faultAt(again, 'at')]).toEqual([422, 'Enter a date and a time.']);
    const quoted = quoteOf(shown)['Price including VAT'];
    const copy = await account.api.tripNow(tripIdOf(await book({ ...form, at: '2027-03-21T10:30' })));
    expect(copy).toMatchObject({
      pickupAddress: trip.pickupAddress,
      destinationAddress: trip.destinationAddress,
    });
    expect([`€${copy.price.toFixed(2)}`, copy.price === trip.price]).toEqual([quoted, false]);
    expect(copy._id).not.toBe(trip._id);
  });

  it('keeps every member that a booking can have, or the member is a copy’s own', async () => {
    const trip = await account.api.createdTrip({
      ...{ client: undefined, clientId: account.riders[1]?.clientId, vehicleId: account.vehicles[0]?.vehicleId },
      ...{ serviceTierId: van(), pricingSchemeId: account.pricingSchemes[0]?.pricingSchemeId },
      ...{ tripType: 'AVAILABILITY', estimatedDurationMinutes: 240, paxNumber: 4 },
      ...{ note: 'Quiet', externalReference: 'ORDER-1' },
    });
    const form = await filled({ at: '2027-03-21T10:30' }, `${PATH}?copy=${trip._id}`);
    const copy = await account.api.tripNow(tripIdOf(await book(form)));
    const OWN = {
      ...{ _id: 'another trip', reference: 'made of it', createdAt: 'now', scheduledPickupTime: 'asked for' },
      ...{
        price: 'quoted again',
        priceHT: 'of the price',
        vatAmount: 'of the price',
        estimatedDistanceKm: 'quoted again',
      },
      ...{
        executorId: 'assigned anew',
        status: 'new',
        isPaid: 'new',
        metadata: 'of the program that booked the first',
      },
    };
    const kept = Object.entries(trip).filter(([member]) => !(member in OWN));
    const missing = kept.filter(([, value]) => value === null).map(([member]) => member);
    expect(missing, 'give them to the trip that is copied here, or add them to OWN').toEqual([]);
    expect(copy).toMatchObject(Object.fromEntries(kept));
  });

  it('has the same quote as the trip, also from an airport, and another one for another destination', async () => {
    const ride = { pickup: 'Orly 4', dropoff: '5 rue de la Paix, 75002 Paris', at: '2027-03-14T10:30' };
    const trip = await account.api.tripNow(tripIdOf(await book(await filled({ ...BOOKING, ...ride }))));
    const shown = await owner.get(`${PATH}?copy=${trip._id}`);
    expect(quoteOf(shown)['Price including VAT']).toBe(`€${trip.price.toFixed(2)}`);
    expect(shownAt(shown, 'pickup-found')).toContain('Understood as: ');
    const form = await filled({ dropoff: 'Lille', at: ride.at }, `${PATH}?copy=${trip._id}`);
    const elsewhere = await account.api.tripNow(tripIdOf(await book(form)));
    expect(elsewhere.price).toBeGreaterThan(5 * trip.price);
  });

  it('is not one whose addresses were erased with its rider', async () => {
    const trip = await account.api.createdTrip();
    await account.api.cancel(trip._id);
    const path = `/app/riders/${trip.clientId}/erase`;
    expect((await owner.submit(path, path)).status).toBe(303);
    for (const query of ['copy', 'return']) {
      const { status, html } = await owner.get(`${PATH}?${query}=${trip._id}`);
      expect([status, filledIn(html, PATH)]).toEqual([200, expect.objectContaining({ pickup: [''], dropoff: [''] })]);
    }
  });

  it('goes back as a return trip: ends swapped, time to be filled in', async () => {
    const trip = await account.api.createdTrip({ serviceTierId: van() });
    const { html } = await owner.get(`${PATH}?return=${trip._id}`);
    const form = filledIn(html, PATH);
    for (const shown of [html, (await owner.post(PATH, form)).html]) expect(shown).toContain('<h1>Return trip</h1>');
    expect(form).toMatchObject({
      pickup: [trip.destinationAddress.address],
      dropoff: [trip.pickupAddress.address],
      at: [''],
    });
    const back = await account.api.tripNow(tripIdOf(await book({ ...form, at: '2027-03-21T18:00' })));
    expect(back).toMatchObject({ pickupAddress: trip.destinationAddress, destinationAddress: trip.pickupAddress });
  });

  it('is not there for another account, nor for an identifier that nobody has or that is none', async () => {
    const { _id } = await stranger.api.createdTrip();
    for (const id of [_id, newId(), 'x', '%00', ''])
      for (const name of ['copy', 'return'])
        expect([id, (await owner.get(`${PATH}?${name}=${id}`)).status]).toEqual([id, 404]);
    const form = await filled(BOOKING);
    expect((await book({ ...form, copiedFrom: _id })).status).toBe(404);
  });
});

describe('suggestions', () => {
  it('are addresses that can be booked, for people who are signed in', async () => {
    const { status, headers, html } = await owner.get('/app/places?q=gare%20de%20l');
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(JSON.parse(html).places).toContain('Gare de Lyon, Paris');
    for (const query of ['', '?q=', '?q=a&q=b', '?q=%00', `?q=${'x'.repeat(5_000)}`, '?q=%F0%9F%98%80'])
      expect([query, (await owner.get(`/app/places${query}`)).status]).toEqual([query, 200]);
    expect((await fetch(`${service.url}/app/places?q=gare`, { redirect: 'manual' })).status).toBe(303);
  });
});

describe('the limits of the form', () => {
  it('let people book while their colleagues type', async () => {
    const other = await startService();
    const visitor = await ownerOf(other, await other.account());
    const form = await filled(BOOKING, PATH, visitor);
    const type = () => visitor.post(PATH, { ...form, ...RIDE });
    for (let turn = 0; turn < 6; turn += 1) await Promise.all(Array.from({ length: 20 }, type));
    expect(shownAt(await type(), 'quote')).toMatch(/^Too many calculations/);
    tripIdOf(await book(form, visitor));
    for (let turn = 0; turn < 6; turn += 1)
      await Promise.all(Array.from({ length: 10 }, () => book({ ...form, key: newId() }, visitor)));
    const refused = await book({ ...form, key: newId() }, visitor);
    expect([refused.status, faultAt(refused, 'pickup')]).toEqual([422, expect.stringMatching(/^Too many addresses/)]);
    await other.close();
  });

  it('complete addresses as fast as one types, and no faster', async () => {
    const busy = await ownerOf(service, await service.account());
    const ask = () => busy.get('/app/places?q=x');
    for (let turn = 0; turn < 15; turn += 1) await Promise.all(Array.from({ length: 20 }, ask));
    const { status, headers } = await ask();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await owner.get('/app/places?q=x')).status).toBe(200);
  });
});
