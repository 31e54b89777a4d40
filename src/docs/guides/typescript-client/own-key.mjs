import { TripBooking } from '@trip-booking/client';

const { API, API_KEY } = process.env;
const api = new TripBooking({ baseUrl: API, apiKey: API_KEY });

const order = {
  key: crypto.randomUUID(), // stored with the order before the first call
  booking: {
    pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
    dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
    scheduledAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    price: 66,
    client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
    externalReference: 'ORDER-4711',
  },
};
const book = () => api.trips.create(order.booking, { idempotencyKey: order.key });

const first = await book();
const again = await book(); // as after a crash
console.log(first._id === again._id ? 'one trip' : 'two trips');
