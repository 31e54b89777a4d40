import { TripBooking, type TripBookingOptions } from '@trip-booking/client';

process.on('uncaughtException', (error: Error) => {
  console.error(error.message);
  process.exit(1);
});

export function setting(name: string, what: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name} to ${what}`);
  return value;
}

/** A client of the service at TRIPS_URL: a misspelt member does not compile. */
export function connect(options: Partial<TripBookingOptions> = {}): TripBooking {
  return new TripBooking({
    baseUrl: process.env.TRIPS_URL ?? 'http://127.0.0.1:3000',
    apiKey: setting('TRIPS_API_KEY', 'an API key, such as the one that npm start printed'),
    ...options,
  });
}
