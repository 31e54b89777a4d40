// Books a trip, retries it safely, reads it, finds it in the list and cancels it.
//
//   TRIPS_API_KEY=trip_live_… [TRIPS_URL=http://127.0.0.1:3000] npm run book
import { randomUUID } from 'node:crypto';
import { connect, expectSuccess } from './client.ts';

const trips = connect();

// One key for one booking, made before the first try and kept until an answer has come.
const idempotencyKey = randomUUID();
const book = () =>
  trips.POST('/v1/trips', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: {
      pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
      dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
      scheduledAt: pickupTime,
      price: 66,
      client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
    },
  });
const pickupTime = new Date(Date.now() + 24 * 3_600_000).toISOString();

const first = await book();
const { data: trip } = expectSuccess('booking', first);
console.log(
  `booked    ${trip._id}: ${trip.price} EUR = ${trip.priceHT} + ${trip.vatAmount} VAT, pickup ${trip.scheduledPickupTime}`,
);

// As after a time-out: the same request with the same key gives back the same trip.
const retry = await book();
const { data: sameTrip } = expectSuccess('retry', retry);
if (sameTrip._id !== trip._id) throw new Error('the retry made a second trip');
console.log(`retried   ${sameTrip._id}: replayed ${retry.response.headers.get('idempotent-replayed')}`);

const path = { id: trip._id };
const { data: read } = expectSuccess('reading', await trips.GET('/v1/trips/{id}', { params: { path } }));
console.log(
  `read      ${read._id}: ${read.statusHistory.map(({ status, changedBy }) => `${status} by ${changedBy}`).join(', ')}`,
);

const list = expectSuccess(
  'listing',
  await trips.GET('/v1/trips', { params: { query: { status: 'CONFIRMED', limit: 100 } } }),
);
if (!list.data.some(({ _id }) => _id === trip._id)) throw new Error('the trip is not in the list');
console.log(`listed    ${list.data.length} of ${list.pagination.total} confirmed trips`);

const cancelled = await trips.POST('/v1/trips/{id}/cancel', { params: { path }, body: { reason: 'Flight cancelled' } });
console.log(`cancelled ${trip._id}: ${expectSuccess('cancelling', cancelled).data.status}`);
