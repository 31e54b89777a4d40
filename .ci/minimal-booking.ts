// Compiled against the types that plain openapi-typescript makes of the description: the smallest booking and quote are
// complete, and one without a price is not.
import type { components } from './trips.js';

type Schemas = components['schemas'];

export const booking: Schemas['CreateTripRequest'] = {
  pickup: { address: '10 Rue de Rivoli, 75004 Paris', lat: 48.8556, lng: 2.3601 },
  dropoff: { address: 'Aéroport CDG, Terminal 2E', lat: 49.0047, lng: 2.5711 },
  scheduledAt: '2027-03-14T10:30:00+01:00',
  price: 66,
  client: { firstName: 'Ada', lastName: 'Lovelace', phone: '+33612345678' },
};

export const quote: Schemas['QuoteRequest'] = {
  pickup: 'Gare de Lyon, Paris',
  dropoff: 'Aéroport CDG Terminal 2E',
  serviceTierId: '665f1f77bcf86cd799439021',
};

const { price: _, ...withoutPrice } = booking;
// @ts-expect-error
export const incomplete: Schemas['CreateTripRequest'] = withoutPrice;

export const members = (trip: Schemas['Trip']): [string, string, number] => [trip._id, trip.status, trip.price];
