import { isCode, TripBooking, TripBookingError } from '@trip-booking/client';

const { API, API_KEY } = process.env;
const api = new TripBooking({ baseUrl: API, apiKey: API_KEY });

try {
  await api.trips.cancel('665f1f77bcf86cd799439011', { reason: 'Flight cancelled' });
} catch (error) {
  if (isCode(error, 'TRIP_NOT_FOUND', 'TRIP_ALREADY_CANCELLED'))
    console.log(`nothing to cancel: ${error.code}`);
  else if (error instanceof TripBookingError)
    console.log(error.status, error.code, error.messages, error.requestId);
  else throw error;
}
