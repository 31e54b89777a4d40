// Books a trip, retries it safely, reads it, finds it in the list and cancels it.
//
//   TRIPS_API_KEY=trip_live_… [TRIPS_URL=http://127.0.0.1:3000] npm run book
import { randomUUID } from 'node:crypto';
import { connect } from './connect.ts';

const api = connect();

const booking = {
  pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
  scheduledAt: new Date(Date.now() + 24 * 3_600_000).toISOString(),
  price: 66,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
};
// The client makes a key of its own for every call. One that is stored with the order also survives a crash of this program.
const idempotencyKey = randomUUID();

const trip = await api.trips.create(booking, { idempotencyKey });
console.log(
  `booked    ${trip._id}: ${trip.price} EUR = ${trip.priceHT} + ${trip.vatAmount} VAT, pickup ${trip.scheduledPickupTime}`,
);

// As after a crash: the same booking under the same key gives back the same trip.
let isReplay = false;
const sameTrip = await api.trips.create(booking, {
  idempotencyKey,
  onAttempt: (attempt) => {
    isReplay = attempt.isReplay;
  },
});
if (sameTrip._id !== trip._id) throw new Error('the retry made a second trip');
console.log(`retried   ${sameTrip._id}: replayed ${isReplay}`);

const { statusHistory } = await api.trips.get(trip._id);
console.log(
  `read      ${trip._id}: ${statusHistory.map(({ status, changedBy }) => `${status} by ${changedBy}`).join(', ')}`,
);

let confirmed = 0;
let isListed = false;
for await (const { _id } of api.trips.list({ status: 'CONFIRMED' })) {
  confirmed += 1;
  isListed ||= _id === trip._id;
}
if (!isListed) throw new Error('the trip is not in the list');
console.log(`listed    ${confirmed} confirmed trips`);

const cancelled = await api.trips.cancel(trip._id, { reason: 'Flight cancelled' });
console.log(`cancelled ${cancelled._id}: ${cancelled.status}`);
