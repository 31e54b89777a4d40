import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../src/places/embedded/greatCircle.ts';
import { DETOUR, drivingMinutes, endSpeedKmh, PACE, roadKm } from '../../src/places/embedded/roads.ts';

const km = fc.double({ min: 0, max: 2_000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const people = fc.integer({ min: 0, max: 5_000_000 });
const coordinates = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('the great circle', () => {
  it.each([
    ['Paris to Lyon', { lat: 48.8566, lng: 2.3522 }, { lat: 45.764, lng: 4.8357 }, 391.5],
    ['a degree of latitude', { lat: 48, lng: 2 }, { lat: 49, lng: 2 }, 111.195],
    ['across the date line', { lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }, 111.195],
    ['pole to pole', { lat: 90, lng: 0 }, { lat: -90, lng: 0 }, 20_015.1],
    ['a point to itself', { lat: 43.7, lng: 7.27 }, { lat: 43.7, lng: 7.27 }, 0],
  ])('is right from %s', (_, from, to, expected) => {
    expect(greatCircleKm(from, to)).toBeCloseTo(expected, 1);
  });

  it('is as long there as back, and never longer than half round the earth', () => {
    fc.assert(
      fc.property(coordinates, coordinates, (from, to) => {
        expect(greatCircleKm(from, to)).toBeCloseTo(greatCircleKm(to, from), 9);
        expect(greatCircleKm(from, to)).toBeLessThanOrEqual(20_015.2);
      }),
    );
  });
});

describe('the length of a road', () => {
  it('is the straight way times a factor that is larger for the next street than for the next region', () => {
    const detour = { ...DETOUR, farFactor: 1.26, nearFactor: 0.6, fadeKm: 2, steepFactor: 0 };
    expect(roadKm({ km: 1, steepShare: 0 }, detour)).toBeCloseTo(1.26 + 0.6 * Math.exp(-0.5), 9);
    expect(roadKm({ km: 4, steepShare: 0 }, detour)).toBeCloseTo(4 * (1.26 + 0.6 * Math.exp(-2)), 9);
    expect(roadKm({ km: 400, steepShare: 0 }, detour)).toBeCloseTo(504, 9);
    expect(roadKm({ km: 0, steepShare: 0 }, detour)).toBe(0);
  });

  it('is longer through mountains, except within a valley', () => {
    const flat = roadKm({ km: 50, steepShare: 0 });
    expect(roadKm({ km: 50, steepShare: 1 })).toBeGreaterThan(flat * 1.2);
    expect(roadKm({ km: 50, steepShare: 0.5 })).toBeGreaterThan(flat);
    expect(roadKm({ km: 2, steepShare: 1 })).toBeLessThan(roadKm({ km: 2, steepShare: 0 }) * 1.1);
  });

  it('is never shorter for a place that is farther, nor shorter than the straight way', () => {
    fc.assert(
      fc.property(km, km, share, (one, other, steepShare) => {
        const [near, far] = [Math.min(one, other), Math.max(one, other)];
        expect(roadKm({ km: far, steepShare })).toBeGreaterThanOrEqual(roadKm({ km: near, steepShare }));
        expect(roadKm({ km: far, steepShare })).toBeGreaterThanOrEqual(far);
      }),
    );
  });
});

describe('the time of a ride', () => {
  const pace = { ...PACE, countryKmh: 48, bigCityKmh: 20, standingMinutes: 2, nearKmh: 80, middleKmh: 90, farKmh: 115 };
  const country = { from: 0, to: 0 };

  it('goes by the ends first, then by 30 km of main road, 110 km of better road, and motorway', () => {
    const ends = (10 / 48) * 60;
    expect(drivingMinutes(10, 0, country, pace)).toBeCloseTo(2 + ends, 9);
    expect(drivingMinutes(40, 0, country, pace)).toBeCloseTo(2 + ends + (30 / 80) * 60, 9);
    expect(drivingMinutes(150, 0, country, pace)).toBeCloseTo(2 + ends + (30 / 80 + 110 / 90) * 60, 9);
    expect(drivingMinutes(265, 0, country, pace)).toBeCloseTo(2 + ends + (30 / 80 + 110 / 90 + 115 / 115) * 60, 9);
  });

  it('shares a ride shorter than its ends between them', () => {
    const people = { from: 0, to: PACE.bigCityPeople };
    expect(drivingMinutes(4, 0, people, pace)).toBeCloseTo(2 + (2 / 48 + 2 / 20) * 60, 9);
  });

  it('is nothing for no road', () => {
    expect(drivingMinutes(0, 0, country)).toBe(0);
  });

  it('is never less for more kilometres, more people at an end, or more mountain', () => {
    fc.assert(
      fc.property(
        fc.tuple(km, km),
        fc.tuple(people, people),
        fc.tuple(share, share),
        people,
        (kms, peoples, shares, to) => {
          const low = { km: Math.min(...kms), from: Math.min(...peoples), share: Math.min(...shares) };
          const high = { km: Math.max(...kms), from: Math.max(...peoples), share: Math.max(...shares) };
          const least = drivingMinutes(low.km, low.share, { from: low.from, to });
          expect(drivingMinutes(high.km, low.share, { from: low.from, to })).toBeGreaterThanOrEqual(least);
          expect(drivingMinutes(low.km, low.share, { from: high.from, to })).toBeGreaterThanOrEqual(least);
          expect(drivingMinutes(low.km, high.share, { from: low.from, to })).toBeGreaterThanOrEqual(least);
        },
      ),
    );
  });

  it('is the same there as back', () => {
    fc.assert(
      fc.property(km, share, people, people, (distanceKm, steepShare, one, other) => {
        const there = drivingMinutes(distanceKm, steepShare, { from: one, to: other });
        expect(drivingMinutes(distanceKm, steepShare, { from: other, to: one })).toBeCloseTo(there, 9);
      }),
    );
  });
});

describe('the speed near an end', () => {
  it('is the country’s where few live, the big city’s where most do, and between them in a town', () => {
    expect(endSpeedKmh(0)).toBe(PACE.countryKmh);
    expect(endSpeedKmh(PACE.countryPeople)).toBe(PACE.countryKmh);
    expect(endSpeedKmh(PACE.bigCityPeople)).toBeCloseTo(PACE.bigCityKmh, 9);
    expect(endSpeedKmh(30_000_000)).toBe(PACE.bigCityKmh);
    const geometricMiddle = Math.sqrt(PACE.countryPeople * PACE.bigCityPeople);
    expect(endSpeedKmh(geometricMiddle)).toBeCloseTo((PACE.countryKmh + PACE.bigCityKmh) / 2, 9);
  });

  it('has constants that keep the order of roads: city, country, main road, motorway', () => {
    const speeds = [PACE.bigCityKmh, PACE.countryKmh, PACE.nearKmh, PACE.middleKmh, PACE.farKmh];
    expect(speeds).toEqual([...speeds].sort((a, b) => a - b));
    expect(DETOUR.farFactor).toBeGreaterThan(1);
  });
});
