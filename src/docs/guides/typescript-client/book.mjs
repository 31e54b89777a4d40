import { TripBooking } from '@trip-booking/client';

const { API, API_KEY } = process.env;
const api = new TripBooking({ baseUrl: API, apiKey: API_KEY });
const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString();
const pickup = 'Gare de Lyon, Paris'; // as the rider wrote it
const dropoff = 'Aéroport CDG Terminal 2E';

const { data: serviceTiers } = await api.serviceTiers.page();
const serviceTierId = serviceTiers.find(({ name }) => name === 'Eco')._id;
const { route, vat, warnings } = await api.quotes.create({
  pickup,
  dropoff,
  serviceTierId,
  scheduledAt,
});
if (warnings.length > 0) throw new Error(`check before booking: ${warnings.join('; ')}`);

const placeOf = (address, { lat, lng }) => ({ address, lat, lng });
const trip = await api.trips.create({
  pickup: placeOf(pickup, route.pickup),
  dropoff: placeOf(dropoff, route.dropoff),
  scheduledAt,
  price: vat.totalTTC,
  serviceTierId,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
});
console.log(`booked ${trip._id}, ${trip.status}, ${trip.price} EUR`);
