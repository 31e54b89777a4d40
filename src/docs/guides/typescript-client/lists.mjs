import { TripBooking } from '@trip-booking/client';

const { API, API_KEY } = process.env;
const api = new TripBooking({ baseUrl: API, apiKey: API_KEY });

for await (const { status, price } of api.trips.list({ status: 'CONFIRMED' }))
  console.log(status, price);
for await (const { type, data } of api.events.list()) console.log(type, data.trip.price);
