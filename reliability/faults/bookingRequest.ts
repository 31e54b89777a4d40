import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import type { Request } from './exchange.ts';

/** The key stands in the note and in the rider's name as well, so that each row can be traced to its request. */
export function bookingRequest({ apiKey }: Account, random: Random, key: string): Request {
  return {
    apiKey,
    method: 'POST',
    path: '/v1/trips',
    key,
    body: {
      pickup: { address: `${random.between(1, 99)} Rue de Rivoli, 75004 Paris`, lat: 48.8556, lng: 2.3601 },
      dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: random.between(20_000, 30_000) / 10_000 },
      scheduledAt: new Date(Date.now() + random.between(4, 30) * 86_400_000).toISOString(),
      price: random.between(1_000, 30_000) / 100,
      paxNumber: random.between(1, 7),
      client: { firstName: 'Ada', lastName: key, phone: '+33612345678' },
      note: key,
    },
  };
}
