import createClient from 'openapi-fetch';
import type { paths } from './generated/trips.ts';

process.on('uncaughtException', (error: Error) => {
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
  console.error(`${error.message}${cause}`);
  process.exit(1);
});

export function setting(name: string, what: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`set ${name} to ${what}`);
  return value;
}

/** A client of the service at TRIPS_URL, typed by its own description: a misspelt member does not compile. */
export function connect() {
  const baseUrl = process.env.TRIPS_URL ?? 'http://127.0.0.1:3000';
  const apiKey = setting('TRIPS_API_KEY', 'an API key, such as the one that npm start printed');
  return createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });
}

/** The answer's body, or an error that says what the service said. */
export function expectSuccess<Body>(
  what: string,
  { data, error, response }: { data?: Body; error?: unknown; response: Response },
): Body {
  if (data !== undefined) return data;
  throw new Error(
    `${what}: ${response.status} ${JSON.stringify(error)} (request ${response.headers.get('x-request-id')})`,
  );
}
