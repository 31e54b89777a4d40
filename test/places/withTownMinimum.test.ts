import { describe, expect, it } from 'vitest';
import { createEmbeddedRouter } from '../../src/places/embedded/router.ts';
import type { Place, Road, Router } from '../../src/places/place.ts';
import { withTownMinimum } from '../../src/places/withTownMinimum.ts';

const estimating = createEmbeddedRouter({ populationWithin: () => 200_000 });

/** What a router on a map answers for the two points it is given. */
const measuring = (distanceKm: number): Router => ({
  route: async (): Promise<Road> => ({ distanceKm, durationMinutes: distanceKm * 2, isEstimated: false }),
});
const lille: Place = { label: 'Lille (59000)', lat: 50.633, lng: 3.0586, precision: 'commune' };
const station: Place = { label: 'Gare Lille-Flandres', lat: 50.6364, lng: 3.0709, precision: 'station' };
const hotel: Place = { label: 'An hotel', lat: 50.6366, lng: 3.0712, precision: 'place' };

describe('a measured road within one town', () => {
  it('is an estimate of about 3 km, and says so, between two addresses of which only the town is known', async () => {
    const road = await withTownMinimum(measuring(0), estimating).route(lille, lille);
    expect(road).toMatchObject({ distanceKm: 3, isEstimated: true });
    expect(road?.durationMinutes).toBeGreaterThan(3);
  });

  it('is the same between an address and its town', async () => {
    expect(await withTownMinimum(measuring(1.2), estimating).route(station, lille)).toMatchObject({
      distanceKm: 3,
      isEstimated: true,
    });
  });

  it('stands as measured between two known addresses, however near, and when it is longer', async () => {
    expect(await withTownMinimum(measuring(0.1), estimating).route(station, hotel)).toMatchObject({
      distanceKm: 0.1,
      isEstimated: false,
    });
    expect(await withTownMinimum(measuring(12), estimating).route(lille, hotel)).toMatchObject({
      distanceKm: 12,
      isEstimated: false,
    });
  });

  it('is none when the router has none', async () => {
    const roadless: Router = { route: async () => undefined };
    expect(await withTownMinimum(roadless, estimating).route(lille, lille)).toBeUndefined();
  });
});
