import { isDeepStrictEqual } from 'node:util';
import type { TripRow } from '../../../src/trips/tripRow.ts';

/** Where each member of a booking's body ends up, read without the service's own code: that is what is on trial. */
const STORED: Record<string, (trip: TripRow) => unknown> = {
  pickup: (trip) => ({ address: trip.pickupAddress, lat: trip.pickupLat, lng: trip.pickupLng }),
  dropoff: (trip) => ({ address: trip.destinationAddress, lat: trip.destinationLat, lng: trip.destinationLng }),
  scheduledAt: (trip) => trip.scheduledAt.toISOString(),
  price: (trip) => trip.priceCents / 100,
  paxNumber: (trip) => trip.paxNumber,
  note: (trip) => trip.note,
};

/** In what a trip is not what its request asked for; an answer and a row that agree may both be wrong. */
export function differenceFromRequest(request: object, trip: TripRow): string | undefined {
  for (const [member, asked] of Object.entries(request)) {
    const stored = STORED[member]?.(trip) ?? asked;
    if (!isDeepStrictEqual(stored, asked))
      return `${member} was asked for as ${JSON.stringify(asked)} and is stored as ${JSON.stringify(stored)}`;
  }
  return undefined;
}
