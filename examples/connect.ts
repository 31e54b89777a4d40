import { type Attempt, TripBooking } from '@trip-booking/client';

process.on('uncaughtException', (error: Error) => {
  console.error(error.message);
  process.exit(1);
});

/** A client of the service at TRIPS_URL: a misspelt member does not compile. */
export function connect(): TripBooking {
  const { TRIPS_URL: baseUrl = 'http://127.0.0.1:3000', TRIPS_API_KEY: apiKey } = process.env;
  if (!apiKey) throw new Error('set TRIPS_API_KEY to an API key, such as the one that npm start printed');
  return new TripBooking({ baseUrl, apiKey, onAttempt: reportRetry });
}

function reportRetry({ retryInMs, error }: Attempt): void {
  if (retryInMs !== null) console.error(`${error?.message}; retrying (is TRIPS_URL correct?)`);
}
