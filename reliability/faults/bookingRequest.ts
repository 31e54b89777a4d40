import { isDeepStrictEqual } from 'node:util';
import type { TripRow } from '../../src/trips/tripRow.ts';
import type { Account } from '../support/accounts.ts';
import type { Random } from '../support/random.ts';
import type { Request } from './exchange.ts';

/** The key is also the note and the rider's last name, so that each row can be traced to its request. */
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
      externalReference: key,
      metadata: { seat: String(random.between(1, 99)) },
    },
  };
}

/** Where each member of the body is stored, written without the service's own code, which is under test. */
const STORED: Record<string, (trip: TripRow) => unknown> = {
  pickup: (trip) => ({ address: trip.pickupAddress, lat: trip.pickupLat, lng: trip.pickupLng }),
  dropoff: (trip) => ({ address: trip.destinationAddress, lat: trip.destinationLat, lng: trip.destinationLng }),
  scheduledAt: (trip) => trip.scheduledAt.toISOString(),
  price: (trip) => trip.priceCents / 100,
  paxNumber: (trip) => trip.paxNumber,
  note: (trip) => trip.note,
  externalReference: (trip) => trip.externalReference,
  metadata: (trip) => JSON.parse(trip.metadata ?? '{}'),
};

/** The rider has a row of their own. */
const NOT_COMPARED = ['client'];

/** How a trip differs from its request: an answer and a row that agree may both be wrong. */
export function differenceFromRequest(request: object, trip: TripRow): string | undefined {
  for (const [member, asked] of Object.entries(request)) {
    if (NOT_COMPARED.includes(member)) continue;
    const stored = STORED[member]?.(trip);
    if (!isDeepStrictEqual(stored, asked))
      return `${member} was requested as ${JSON.stringify(asked)} and is stored as ${JSON.stringify(stored)}`;
  }
  return undefined;
}
