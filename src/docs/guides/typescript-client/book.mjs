import { TripBooking } from '@trip-booking/client';

const { API, API_KEY } = process.env;
const api = new TripBooking({ baseUrl: API, apiKey: API_KEY });
const scheduledAt = new Date(Date.now() + 7 * 86_400_000).toISOString();

const { data: serviceTiers } = await api.serviceTiers.page();
const serviceTierId = serviceTiers.find(({ name }) => name === 'Eco')._id;
const { route, vat } = await api.quotes.create({
  pickup: 'Gare de Lyon, Paris',
  dropoff: 'Aéroport CDG Terminal 2E',
  serviceTierId,
  scheduledAt,
});
const placeOf = ({ label, lat, lng }) => ({ address: label, lat, lng });
const trip = await api.trips.create({
  pickup: placeOf(route.pickup),
  dropoff: placeOf(route.dropoff),
  scheduledAt,
  price: vat.totalTTC,
  serviceTierId,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
});
console.log(`booked ${trip._id}, ${trip.status}, ${trip.price} EUR`);
