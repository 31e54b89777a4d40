import { viewOfColumns } from '../../reliability/faults/checks/bookings.ts';
import type { Snapshot } from '../../reliability/faults/evidence.ts';
import type { Attempt, ClientOperation, Reply } from '../../reliability/faults/history.ts';
import type { TripRow } from '../../src/trips/tripRow.ts';

/** A small world for the checker of the faults run: one booking, what was answered about it, and what the database holds. */
export const ACCOUNT = 'a'.repeat(24);
const TRIP = 'b'.repeat(24);
const RIDER = 'c'.repeat(24);
export const KEY = 'client-1-book-1';

export const trip: TripRow = {
  accountId: ACCOUNT,
  tripId: TRIP,
  version: 1,
  status: 'CONFIRMED',
  isPaid: false,
  executorId: ACCOUNT,
  clientId: RIDER,
  vehicleId: null,
  serviceTierId: null,
  pricingSchemeId: null,
  tripType: 'TRIP',
  scheduledAt: new Date('2027-03-14T09:30:00Z'),
  priceCents: 6600,
  priceHtCents: 6000,
  vatRate: 10,
  paxNumber: 1,
  pickupAddress: '10 Rue de Rivoli, 75004 Paris',
  pickupLat: 48.8556,
  pickupLng: 2.3601,
  destinationAddress: 'Aéroport CDG',
  destinationLat: 49.0047,
  destinationLng: 2.5711,
  note: KEY,
  externalReference: KEY,
  metadata: null,
  estimatedDistanceKm: null,
  estimatedDurationMinutes: null,
  createdAt: new Date('2027-03-01T08:00:00Z'),
};
export const cancelled: TripRow = { ...trip, status: 'CANCELLED', version: 2 };

export const bodyOf = (row: TripRow, more = {}) =>
  JSON.stringify({ success: true, data: { ...viewOfColumns(row), ...more } });
export const reply = (status: number, text: string, more: Partial<Exclude<Reply, { status: 'none' }>> = {}): Reply => ({
  status,
  code: undefined,
  isReplay: false,
  text,
  departures: [],
  ...more,
});
export const refusal = (status: number, code: string) => reply(status, JSON.stringify({ code }), { code });
export const NOTHING: Reply = { status: 'none', reason: 'ECONNRESET' };

const attempts = (replies: Reply[], startMs = 0): Attempt[] =>
  replies.map((each, index) => ({
    service: index % 2 === 0 ? 'A' : 'B',
    sentAt: startMs + index * 100,
    endedAt: startMs + index * 100 + 50,
    reply: each,
  }));
const mine = { client: 'client-1', accountId: ACCOUNT };
export const asked = {
  pickup: { address: trip.pickupAddress, lat: trip.pickupLat, lng: trip.pickupLng },
  dropoff: { address: trip.destinationAddress, lat: trip.destinationLat, lng: trip.destinationLng },
  scheduledAt: '2027-03-14T09:30:00.000Z',
  price: 66,
  paxNumber: 1,
  client: { firstName: 'Ada', lastName: KEY },
  note: KEY,
};
export const bookAs = (request: object, ...replies: Reply[]): ClientOperation => ({
  ...mine,
  kind: 'book',
  key: KEY,
  request,
  attempts: attempts(replies),
});
export const book = (...replies: Reply[]): ClientOperation => bookAs(asked, ...replies);
export const cancel = (key: string | undefined, replies: Reply[], startMs = 1_000): ClientOperation => ({
  ...mine,
  kind: 'cancel',
  tripId: TRIP,
  key,
  attempts: attempts(replies, startMs),
});
export const read = (replies: Reply[], startMs = 2_000): ClientOperation => ({
  ...mine,
  kind: 'read',
  tripId: TRIP,
  attempts: attempts(replies, startMs),
});

export const historyOf = (...statuses: TripRow['status'][]): Snapshot['history'] =>
  statuses.map((status, index) => ({
    accountId: ACCOUNT,
    tripId: TRIP,
    version: index + 1,
    number: index + 1,
    status,
    changedBy: status === 'CONFIRMED' || status === 'CANCELLED' ? 'API' : 'OPERATOR',
  }));
export const booked: Snapshot = {
  trips: [trip],
  history: historyOf('CONFIRMED'),
  riders: [
    { accountId: ACCOUNT, clientId: RIDER, lastName: KEY },
    { accountId: ACCOUNT, clientId: 'd'.repeat(24), lastName: 'Lovelace' },
  ],
  keys: [{ accountId: ACCOUNT, key: KEY, responseBody: bodyOf(trip) }],
};
export const withCancellation: Snapshot = {
  ...booked,
  trips: [cancelled],
  history: historyOf('CONFIRMED', 'CANCELLED'),
};
/** The same, done under these keys. */
export const cancelledUnder = (...keys: string[]): Snapshot => ({
  ...withCancellation,
  keys: [...booked.keys, ...keys.map((key) => ({ accountId: ACCOUNT, key, responseBody: bodyOf(cancelled) }))],
});
export const nothing: Snapshot = { ...booked, trips: [], history: [], riders: [], keys: [] };

export const created = reply(201, bodyOf(trip));
export const replayed = reply(201, bodyOf(trip), { isReplay: true });
export const done = reply(200, bodyOf(cancelled));
