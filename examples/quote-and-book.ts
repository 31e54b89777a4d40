// Quotes a ride, books it with the quote's vat.totalTTC, reads back the same amounts, and cancels.
//
//   TRIPS_API_KEY=trip_live_… [TRIPS_SERVICE_TIER=<serviceTierId>] [TRIPS_URL=http://127.0.0.1:3000] npm run quote
import { connect } from './connect.ts';

const api = connect();
const serviceTierId = process.env.TRIPS_SERVICE_TIER ?? (await firstServiceTier());
const scheduledAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
const pickup = 'Gare de Lyon, Paris'; // as the rider wrote it
const dropoff = 'Aéroport CDG Terminal 2E';

const { route, price, vat, warnings } = await api.quotes.create({ pickup, dropoff, serviceTierId, scheduledAt });
if (warnings.length > 0) throw new Error(`check before booking: ${warnings.join('; ')}`);
console.log(
  `understood ${route.pickup.label} (${route.pickup.precision}) to ${route.dropoff.label} (${route.dropoff.precision})`,
);
console.log(
  `quoted     ${route.distanceKm} km, ${route.durationMinutes} min: ${price.total} + ${vat.amount} VAT = ${vat.totalTTC} EUR`,
);

const { _id } = await api.trips.create({
  pickup: { address: pickup, lat: route.pickup.lat, lng: route.pickup.lng },
  dropoff: { address: dropoff, lat: route.dropoff.lat, lng: route.dropoff.lng },
  scheduledAt,
  price: vat.totalTTC, // not price.total, which is before VAT
  serviceTierId,
  estimatedDistanceKm: route.distanceKm,
  estimatedDurationMinutes: route.durationMinutes,
  client: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@demo.example' },
});
const trip = await api.trips.get(_id);
console.log(`booked     ${trip._id}: ${trip.priceHT} + ${trip.vatAmount} VAT = ${trip.price} EUR`);
if (trip.price !== vat.totalTTC || trip.priceHT !== price.total || trip.vatAmount !== vat.amount) {
  throw new Error('the trip does not give back the amounts of its quote');
}

const cancelled = await api.trips.cancel(trip._id);
console.log(`cancelled  ${trip._id}: ${cancelled.status}`);

async function firstServiceTier(): Promise<string> {
  for await (const { _id, name } of api.serviceTiers.list()) {
    console.log(`chose      ${name}, the first vehicle category`);
    return _id;
  }
  throw new Error('there is no vehicle category');
}
