import { schemaComponents } from './components.ts';
import { headerComponents } from './headers.ts';
import { paths } from './operations.ts';

const introduction = (serverUrl: string) => `Quote, book, list, read and cancel chauffeur trips, server to server.

**Authentication.** Every call needs \`Authorization: Bearer <key>\`. A key acts for its own account and cannot access any other. It can be restricted to [scopes and networks](${serverUrl}/docs/guides/key-rotation#restrict-a-key): each operation names the scope that it needs.

**Money.** Amounts are in EUR. A trip's price is final and includes VAT; \`priceHT + vatAmount\` is always exactly \`price\`. A quote's \`price\` is before VAT: **book with \`vat.totalTTC\`**, and the trip has the same total and VAT as the quote.

**Retries.** Booking needs an \`Idempotency-Key\`. If a response is lost, send the same request with the same key again: it returns the original response, byte for byte, with \`Idempotent-Replayed: true\`. A failed request leaves the key as it was: free, unless an earlier attempt has booked.

**Times** are ISO 8601 and must have \`Z\` or an offset; they are returned in UTC with milliseconds.

**Errors** all have the same body, the ErrorEnvelope; \`code\` is for programs, \`message\` for people.

**Limits.** Requests are counted per client address and per account. \`RateLimit\` shows how much is left; a 429 says in \`Retry-After\` how long to wait.

**Changes.** Within v1 we may add endpoints, optional request members, response members, event types and error codes: ignore what you do not know. Unknown members of a request are refused.

**Trying it out.** There are no test keys: every call acts on the live system. To experiment, run the complete service on your own machine: [sandbox](${serverUrl}/docs/guides/sandbox).

**Place data** of quotes: GeoNames (CC BY 4.0), Base officielle des communes (Licence Ouverte 2.0), OurAirports (public domain).`;

/** The version of the API contract, not of the software: it changes only with the contract. */
const CONTRACT_VERSION = '1.1.0';

export function openApiDocument(serverUrl: string) {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Trip Booking API',
      version: CONTRACT_VERSION,
      description: introduction(serverUrl),
      contact: { name: 'Trip Booking API', url: `${serverUrl}/docs` },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: serverUrl, description: 'This service' }],
    security: [{ apiKey: [] }],
    tags: [
      { name: 'Quotes', description: 'What a ride costs.' },
      { name: 'Trips', description: 'Book, list, read and cancel the account’s trips.' },
      { name: 'Events', description: 'Every change to every trip, in order.' },
      {
        name: 'Webhooks',
        description:
          'Receive events at your own URL, and see the result of every attempt. A test event (`webhook.test`) has no trip: its `tripId`, `data.trip` and `data.previousStatus` are null.',
      },
      { name: 'Catalogue', description: 'What quotes and bookings refer to by identifier. Read-only.' },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'trip_live_<keyId>.<secret>',
          description: 'An API key, issued and rotated by the account’s owner and shown only once.',
        },
      },
      headers: headerComponents,
      schemas: schemaComponents(),
    },
  };
}
