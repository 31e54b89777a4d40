import { describe, expect, it } from 'vitest';
import { routes } from '../../accuracy/routes.ts';
import { type CreateTripRequest, MEMBERS_SHAPE, type TripStatus } from '../../src/contract/trip.ts';
import { referenceOf } from '../../src/identifiers.ts';
import {
  attentionFor,
  clashingTrips,
  rideMinutes,
  shortestMinutes,
  type WatchedTrip,
} from '../../src/trips/attention.ts';
import { draftTrip, initialState } from '../../src/trips/draft.ts';
import { hasExactPoints } from '../../src/trips/exactPoints.ts';
import {
  renderFixedMembers,
  renderState,
  renderTrip,
  tripView,
  tripWithHistoryView,
} from '../../src/trips/tripView.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');
const ACCOUNT = { accountId: 'a'.repeat(24), role: 'DRIVER', isVatExempt: false } as const;

const REQUEST: CreateTripRequest = {
  pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
  scheduledAt: '2027-03-14T10:30:00+01:00',
  price: 110,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
} as CreateTripRequest;

describe('a new trip', () => {
  it('has what the request says, and else the usual', () => {
    const { trip, newRider } = draftTrip(REQUEST, ACCOUNT, NOW);
    expect(newRider).toEqual(REQUEST.client);
    expect(trip).toEqual({
      accountId: ACCOUNT.accountId,
      tripId: expect.stringMatching(/^[0-9a-f]{24}$/),
      version: 1,
      status: 'CONFIRMED',
      isPaid: false,
      executorId: ACCOUNT.accountId,
      clientId: expect.stringMatching(/^[0-9a-f]{24}$/),
      vehicleId: null,
      serviceTierId: null,
      pricingSchemeId: null,
      tripType: 'TRIP',
      scheduledAt: new Date('2027-03-14T09:30:00Z'),
      priceCents: 11_000,
      priceHtCents: 10_000,
      vatRate: 10,
      paxNumber: 1,
      pickupAddress: '10 Rue de Rivoli, 75004 Paris',
      pickupLat: 48.8556,
      pickupLng: 2.3601,
      destinationAddress: 'Aéroport CDG, Terminal 2E',
      destinationLat: 49.0047,
      destinationLng: 2.5711,
      note: null,
      externalReference: null,
      metadata: null,
      estimatedDistanceKm: null,
      estimatedDurationMinutes: null,
      createdAt: NOW,
    });
  });

  it('takes identifiers in capitals, and everything that may be left out', () => {
    const { client: _, ...request } = REQUEST;
    const { trip, newRider } = draftTrip(
      {
        ...request,
        clientId: 'A'.repeat(24),
        vehicleId: 'B'.repeat(24),
        serviceTierId: 'C'.repeat(24),
        pricingSchemeId: 'D'.repeat(24),
        tripType: 'AVAILABILITY',
        paxNumber: 3,
        note: 'Two suitcases',
        externalReference: 'order-7',
        metadata: { desk: 'B' },
        estimatedDistanceKm: 28.5,
        estimatedDurationMinutes: 45,
      } as CreateTripRequest,
      ACCOUNT,
      NOW,
    );
    expect(newRider).toBeNull();
    expect(trip).toMatchObject({
      clientId: 'a'.repeat(24),
      vehicleId: 'b'.repeat(24),
      serviceTierId: 'c'.repeat(24),
      pricingSchemeId: 'd'.repeat(24),
      tripType: 'AVAILABILITY',
      vatRate: 20,
      paxNumber: 3,
      note: 'Two suitcases',
      externalReference: 'order-7',
      metadata: '{"desk":"B"}',
      estimatedDistanceKm: 28.5,
      estimatedDurationMinutes: 45,
    });
  });

  it('of a driver is that driver’s; of another account it is nobody’s yet', () => {
    expect(initialState({ accountId: 'x', role: 'DRIVER' }).executorId).toBe('x');
    expect(initialState({ accountId: 'x', role: 'CONTRACTOR' }).executorId).toBeNull();
  });

  it('cannot be drafted from a time that was not validated', () => {
    expect(() => draftTrip({ ...REQUEST, scheduledAt: 'soon' }, ACCOUNT, NOW)).toThrow(
      'scheduledAt has passed validation but is not a date-time',
    );
  });
});

describe('what callers see of a trip', () => {
  const draft = () => draftTrip({ ...REQUEST, metadata: { desk: 'B' } } as CreateTripRequest, ACCOUNT, NOW).trip;

  it('are its members, with prices in euros and times in UTC', () => {
    const row = draft();
    const stored = { row, fixedMembers: null, ...row } as never;
    expect(tripView(stored)).toEqual({
      _id: row.tripId,
      userId: ACCOUNT.accountId,
      reference: referenceOf(row.tripId),
      externalReference: null,
      pickupAddress: REQUEST.pickup,
      destinationAddress: REQUEST.dropoff,
      scheduledPickupTime: '2027-03-14T09:30:00.000Z',
      price: 110,
      priceHT: 100,
      vatRate: 10,
      vatAmount: 10,
      tripType: 'TRIP',
      clientId: row.clientId,
      vehicleId: null,
      serviceTierId: null,
      pricingSchemeId: null,
      paxNumber: 1,
      note: null,
      metadata: { desk: 'B' },
      estimatedDistanceKm: null,
      estimatedDurationMinutes: null,
      createdAt: NOW.toISOString(),
      executorId: ACCOUNT.accountId,
      status: 'CONFIRMED',
      isPaid: false,
    });
    expect(tripView({ ...(stored as object), row: { ...row, metadata: null } } as never).metadata).toEqual({});
  });

  /** By MEMBERS_SHAPE. An entry never changes, since trips are stored like this. */
  const STORED: Record<number, string> = {
    2: '"_id":"bbbbbbbbbbbbbbbbbbbbbbbb","userId":"aaaaaaaaaaaaaaaaaaaaaaaa","reference":"QEXVQ-EZEXV","externalReference":null,"pickupAddress":{"address":"10 Rue de Rivoli, 75004 Paris","lat":48.8556,"lng":2.3601},"destinationAddress":{"address":"Aéroport CDG, Terminal 2E","lat":49.0047,"lng":2.5711},"scheduledPickupTime":"2027-03-14T09:30:00.000Z","price":110,"priceHT":100,"vatRate":10,"vatAmount":10,"tripType":"TRIP","clientId":"cccccccccccccccccccccccc","vehicleId":null,"serviceTierId":null,"pricingSchemeId":null,"paxNumber":1,"note":null,"metadata":{"desk":"B"},"estimatedDistanceKm":null,"estimatedDurationMinutes":null,"createdAt":"2027-03-01T08:00:00.000Z"',
  };

  it('are stored under a new MEMBERS_SHAPE when they change: trips stored before would be shown as they were', () => {
    const row = { ...draft(), tripId: 'b'.repeat(24), clientId: 'c'.repeat(24) };
    const advice = 'raise MEMBERS_SHAPE in src/contract/trip.ts, and add the new text above under the new number';
    expect(renderFixedMembers(row), advice).toBe(STORED[MEMBERS_SHAPE]);
  });

  it('are the stored members, if they are stored, and the state of now', () => {
    const trip = {
      row: draft(),
      fixedMembers: '"_id":"x"',
      executorId: null,
      status: 'FINISHED',
      isPaid: true,
    } as never;
    expect(renderTrip(trip)).toBe('{"_id":"x","executorId":null,"status":"FINISHED","isPaid":true}');
    expect(renderState({ executorId: 'y', status: 'OTWTP', isPaid: false })).toBe(
      '"executorId":"y","status":"OTWTP","isPaid":false',
    );
    expect(tripWithHistoryView(trip, '{"status":"CONFIRMED"},{"status":"FINISHED"}').statusHistory).toEqual([
      { status: 'CONFIRMED' },
      { status: 'FINISHED' },
    ]);
  });
});

it('only callers of the API say where an address is', () => {
  expect(['API', 'DASHBOARD', 'OPERATOR', undefined].map((author) => hasExactPoints(author as 'API'))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

describe('a trip needs attention', () => {
  const GARE_DE_LYON = { lat: 48.8443, lng: 2.3743 };
  const LILLE = { lat: 50.6365, lng: 3.0635 }; // 205 km in a straight line
  const trip = {
    status: 'CONFIRMED' as TripStatus,
    executorId: 'x' as string | null,
    scheduledAt: NOW,
    estimatedDurationMinutes: 30 as number | null,
    estimatedDistanceKm: null,
    pickupAddress: GARE_DE_LYON,
    destinationAddress: LILLE,
    paxNumber: 3,
    vehicleId: 'v' as string | null,
    vehicleSeats: 3 as number | null,
    clientId: 'c',
    riderNumber: '+33612345678' as string | null,
    isVoucherComplete: true,
  };
  const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const attentionAmong = (watched: WatchedTrip, trips: readonly WatchedTrip[], now: Date) =>
    attentionFor(watched, clashingTrips(watched, trips), now);
  const isOverdue = (changes: Partial<typeof trip>, minutes: number) =>
    attentionAmong({ ...trip, ...changes }, [], minutesLater(minutes)).includes('overdue');

  it.each([
    ['CONFIRMED', 30, 0],
    ['OTWTP', 30, 20],
    ['OTWTD', 30, 90],
    ['OTWTD', null, 197],
  ] as const)('when it is %s, for a ride of %s minutes, more than %i minutes after its time', (status, ride, late) => {
    const changes = { status: status as TripStatus, estimatedDurationMinutes: ride };
    expect([isOverdue(changes, late), isOverdue(changes, late + 0.1)]).toEqual([false, true]);
  });

  it('without a driver, or with an incomplete voucher, the most urgent first', () => {
    expect(attentionAmong(trip, [trip], NOW)).toEqual([]);
    expect(attentionAmong({ ...trip, executorId: null, isVoucherComplete: false }, [], minutesLater(1))).toEqual([
      'overdue',
      'no_driver',
      'voucher_incomplete',
    ]);
  });

  const CLASHES = ['driver_clash', 'vehicle_clash', 'rider_clash'] as const;
  const otherRider = { clientId: 'd', riderNumber: '+33612345679' };

  it.each([
    ['another ride begins before it has ended', { scheduledAt: minutesLater(29) }, CLASHES],
    ['another ride has not ended when it begins', { scheduledAt: minutesLater(-29) }, CLASHES],
    ['only the driver is the same', { vehicleId: null, ...otherRider }, ['driver_clash']],
    ['only the vehicle is the same', { executorId: 'y', ...otherRider }, ['vehicle_clash']],
    ['only the rider is the same', { executorId: 'y', vehicleId: 'w', riderNumber: null }, ['rider_clash']],
    ['only the rider’s number is the same', { executorId: 'y', vehicleId: 'w', clientId: 'd' }, ['rider_clash']],
    [
      'another one begins at the same time, for who knows how long',
      { estimatedDurationMinutes: null, destinationAddress: GARE_DE_LYON },
      CLASHES,
    ],
    [
      'the one before goes so far that it cannot have ended',
      { scheduledAt: minutesLater(-136), estimatedDurationMinutes: null },
      CLASHES,
    ],
  ] as const)('when %s', (_, changes, expected) => {
    const other = { ...trip, ...changes };
    expect(attentionAmong(trip, [trip, other], NOW)).toEqual(expected);
    expect(attentionAmong(other, [trip, other], new Date(0))).toEqual(expected);
  });

  it('names the trips at its time with the same driver, vehicle or rider, and no others', () => {
    const nothingShared = { executorId: 'y', vehicleId: 'w', ...otherRider };
    const shared = [{ executorId: trip.executorId }, { vehicleId: trip.vehicleId }, { clientId: trip.clientId }];
    const clashing = shared.map((member) => ({ ...trip, ...nothingShared, ...member }));
    const others = [
      { ...trip, ...nothingShared },
      { ...trip, scheduledAt: minutesLater(30) },
      { ...trip, status: 'CANCELLED' as TripStatus },
    ];
    const [driver, vehicle, rider] = clashing;
    expect(clashingTrips(trip, [trip, ...others, ...clashing])).toEqual({
      driver_clash: [driver],
      vehicle_clash: [vehicle],
      rider_clash: [rider],
    });
    const unknown = { ...trip, executorId: null, vehicleId: null, riderNumber: null };
    expect(clashingTrips(unknown, [unknown, { ...unknown, clientId: 'd' }])).toEqual({
      driver_clash: [],
      vehicle_clash: [],
      rider_clash: [],
    });
  });

  it.each([
    ['the next one begins when it ends', { scheduledAt: minutesLater(30) }],
    [
      'the one before may have ended, though its duration is not known',
      { scheduledAt: minutesLater(-137), estimatedDurationMinutes: null },
    ],
    ['the other one is cancelled', { status: 'CANCELLED' }],
    ['the other one is finished', { status: 'FINISHED' }],
    ['driver, vehicle and rider are others', { executorId: 'y', vehicleId: 'w', ...otherRider }],
  ] as const)('not when %s', (_, changes) => {
    expect(attentionAmong(trip, [trip, { ...trip, ...changes }], NOW)).toEqual([]);
  });

  it('when its driver drives for another account at this time', () => {
    const elsewhere = { ...trip, scheduledAt: minutesLater(29), vehicleId: null, clientId: 'd', riderNumber: null };
    expect(attentionAmong(trip, [trip, elsewhere], NOW)).toEqual(['driver_clash']);
    expect(attentionAmong(trip, [trip, { ...elsewhere, executorId: 'y' }], NOW)).toEqual([]);
    expect(attentionAmong(trip, [trip, { ...elsewhere, status: 'CANCELLED' }], NOW)).toEqual([]);
  });

  it('never because a ride is thought to last longer than it does', () => {
    const slower = routes.filter(
      ({ from, to, minutes }) => shortestMinutes({ pickupAddress: from, destinationAddress: to }) > minutes,
    );
    expect(slower).toEqual([]);
  });

  it.each([
    ['an hour', GARE_DE_LYON, null, 60],
    ['what a known distance takes', GARE_DE_LYON, 300, 200],
    ['but ten days at most for any distance', GARE_DE_LYON, 1e12, 14_400],
    ['what the way takes that no road is shorter than', LILLE, 120, 137],
  ] as const)('assumes for a ride of unknown duration at least %s', (_, destinationAddress, km, minutes) => {
    const ride = { ...trip, estimatedDurationMinutes: null, destinationAddress, estimatedDistanceKm: km };
    expect(rideMinutes(ride)).toBe(minutes);
  });

  it('not because two trips have no driver, no vehicle and no phone number yet', () => {
    const unplanned = { ...trip, executorId: null, vehicleId: null, vehicleSeats: null, riderNumber: null };
    expect(attentionAmong(unplanned, [unplanned, { ...unplanned, clientId: 'd' }], NOW)).toEqual(['no_driver']);
  });

  it('with more passengers than seats', () => {
    expect(attentionAmong({ ...trip, paxNumber: 4 }, [], NOW)).toEqual(['too_few_seats']);
    expect(attentionAmong({ ...trip, paxNumber: 4, vehicleSeats: null }, [], NOW)).toEqual([]);
  });

  it.each(['CANCELLED', 'FINISHED', 'FINISHED_PAYED'] as const)('no more when it is %s', (status) => {
    expect(
      attentionAmong({ ...trip, status, executorId: null, isVoucherComplete: false }, [trip], minutesLater(999)),
    ).toEqual([]);
  });
});
