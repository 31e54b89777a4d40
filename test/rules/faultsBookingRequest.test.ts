import { describe, expect, it } from 'vitest';
import { bookingRequest, differenceFromRequest } from '../../reliability/faults/bookingRequest.ts';
import { seededRandom } from '../../reliability/support/random.ts';
import type { CreateTripRequest } from '../../src/contract/trip.ts';
import { draftTrip } from '../../src/trips/draft.ts';

const account = { accountId: '1'.repeat(24), role: 'DRIVER', isVatExempt: false } as const;
const request = bookingRequest({ apiKey: '' } as never, seededRandom(1), 'a-key-of-a-run').body as CreateTripRequest;
const { trip } = draftTrip(request, account, new Date());

/** A change of each member that is compared. */
const CHANGES = {
  note: { note: null },
  externalReference: { externalReference: null },
  metadata: { metadata: null },
  paxNumber: { paxNumber: 8 },
  price: { priceCents: 1 },
  scheduledAt: { scheduledAt: new Date(0) },
  pickup: { pickupLat: 0 },
  dropoff: { destinationAddress: '' },
};

describe('a booking of the fault runs', () => {
  it('is stored as it was requested', () => {
    expect(differenceFromRequest(request, trip)).toBeUndefined();
  });

  it('has no member that is not compared, except the rider', () => {
    expect(Object.keys(request).sort(), 'add it to STORED, and a change of it to CHANGES').toEqual(
      [...Object.keys(CHANGES), 'client'].sort(),
    );
    expect(differenceFromRequest({ added: 'a' }, trip)).toBe('added was requested as "a" and is stored as undefined');
  });

  it.each(Object.entries(CHANGES))('that lost or changed its %s is seen', (member, change) => {
    expect(differenceFromRequest(request, { ...trip, ...change } as never)).toMatch(
      new RegExp(`^${member} was requested as .* and is stored as `),
    );
  });
});
