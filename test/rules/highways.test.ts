import { describe, expect, it } from 'vitest';
import { createHighways } from '../../src/places/embedded/highways.ts';
import { DETOUR, estimateLeg, PACE } from '../../src/places/embedded/roads.ts';
import { createEmbeddedRouter } from '../../src/places/embedded/router.ts';
import { embeddedPlaces } from '../../src/places/embeddedPlaces.ts';
import { loadGazetteer } from '../../src/places/gazetteer/gazetteer.ts';
import { pointOfTown } from '../../src/places/gazetteer/pointOfTown.ts';
import { HIGHWAYS } from '../../src/places/gazetteer/tables.ts';
import type { Coordinates, Place } from '../../src/places/place.ts';

const file = new URL('../../dist/places/gazetteer.json', import.meta.url);
const gazetteer = loadGazetteer(file);
const highways = createHighways(HIGHWAYS, (town) => pointOfTown(town, gazetteer));
const constants = { detour: DETOUR, pace: PACE };
const nobody = { from: 0, to: 0 };
const at = (town: string): Coordinates => {
  const point = pointOfTown(town, gazetteer);
  if (!point) throw new Error(`${town} is not a town`);
  return point;
};
const place = (town: string, precision: Place['precision'] = 'station'): Place => ({
  label: town,
  ...at(town),
  precision,
});

describe('a town of the table of main roads', () => {
  it('is the largest of its name in the département or country', () => {
    expect(pointOfTown('Beaune 21', gazetteer)).toMatchObject({
      lat: expect.closeTo(47.02, 1),
      lng: expect.closeTo(4.84, 1),
    });
    expect(pointOfTown('Genève CH', gazetteer)).toMatchObject({ lat: expect.closeTo(46.2, 1) });
    expect(pointOfTown('Beaune 75', gazetteer)).toBeUndefined();
    expect(pointOfTown('Nulle-Part 75', gazetteer)).toBeUndefined();
  });

  it('must exist', () => {
    expect(() => createHighways(HIGHWAYS, () => undefined)).toThrow('highways: no town is called Saint-Denis 93');
  });
});

describe('the way over main roads', () => {
  it('is by motorway from Paris to Lyon, and the same back', () => {
    const there = highways.between(at('Paris 75'), at('Lyon 69'));
    const back = highways.between(at('Lyon 69'), at('Paris 75'));
    expect(there?.byKind.m).toBeGreaterThan(390);
    expect(there?.byKind).toMatchObject({ n: 0, v: 0 });
    expect(back?.byKind.m).toBeCloseTo(there?.byKind.m ?? 0, 6);
    expect(there?.egress.km).toBe(0);
  });

  it('leaves Paris by the motorway that begins nearest', () => {
    const ring = { lat: 48.8646, lng: 2.4158 }; // Porte de Bagnolet
    const way = highways.between(ring, at('Roissy-en-France 95'));
    expect(way?.byKind).toMatchObject({ d: 0, n: 0, v: 0 });
    expect(way?.access.km).toBeLessThan(2);
  });

  it('has dual carriageways in Brittany and mountain roads in the Alps', () => {
    expect(highways.between(at('Rennes 35'), at('Brest 29'))?.byKind).toMatchObject({ m: 0, n: 0, v: 0 });
    expect(highways.between(at('Grenoble 38'), at('Briançon 05'))?.byKind.v).toBeGreaterThan(50);
  });

  it('includes the way to it and from it', () => {
    const way = highways.between({ lat: 47.3, lng: 3.2 }, at('Lyon 69'));
    expect(way?.access.km).toBeGreaterThan(5);
    expect(way?.egress.km).toBe(0);
  });

  it('is unknown where the table has no town', () => {
    expect(highways.between({ lat: -20.88, lng: 55.45 }, { lat: -21.34, lng: 55.48 })).toBeUndefined();
    expect(highways.between(at('Paris 75'), { lat: 52.5, lng: 13.4 })).toBeUndefined();
  });
});

describe('the estimate', () => {
  const way = { km: 80, steepShare: 0 };
  const access = { km: 0, steepShare: 0 };
  const motorway = { access, egress: access, byKind: { m: 85, d: 0, n: 0, v: 0 } };

  it('takes the main road if it is quicker, with its length and speed', () => {
    const leg = estimateLeg(way, motorway, nobody, constants);
    expect(leg.distanceKm).toBeCloseTo(85 * DETOUR.motorwayFactor + DETOUR.junctionKm, 9);
    const restKm = 85 * DETOUR.motorwayFactor - 10;
    expect(leg.durationMinutes).toBeCloseTo(
      PACE.standingMinutes + (10 / PACE.countryKmh + restKm / PACE.motorwayKmh) * 60,
      9,
    );
  });

  it('takes the local road if the main road goes too far round', () => {
    const detour = { ...motorway, byKind: { m: 300, d: 0, n: 0, v: 0 } };
    expect(estimateLeg(way, detour, nobody, constants).distanceKm).toBeLessThan(110);
  });

  it('drives more slowly on worse roads', () => {
    const minutes = (['m', 'd', 'n', 'v'] as const).map((kind) => {
      const byKind = { m: 0, d: 0, n: 0, v: 0, [kind]: 85 };
      return estimateLeg({ km: 400, steepShare: 0 }, { access, egress: access, byKind }, nobody, constants)
        .durationMinutes;
    });
    expect(minutes).toEqual([...minutes].sort((one, other) => one - other));
  });

  it('reaches an airport as fast as in the country, however many people live around it', async () => {
    const crowded = createEmbeddedRouter({ populationWithin: () => 3_000_000 });
    const [town, airport] = await Promise.all([
      crowded.route(place('Paris 75'), place('Orly 94')),
      crowded.route(place('Paris 75'), place('Orly 94', 'airport')),
    ]);
    expect(airport?.durationMinutes).toBeLessThan((town?.durationMinutes ?? 0) - 3);
  });

  it('slows down in a foreign city as in a French one', () => {
    expect(gazetteer.populationWithin(at('Bruxelles BE'), 8)).toBeGreaterThan(500_000);
  });

  it('is used by the embedded router: Paris to Lyon within four per cent', async () => {
    const road = await embeddedPlaces(file).router.route(place('Paris 75'), place('Lyon 69'));
    expect(Math.abs((road?.distanceKm ?? 0) / 465 - 1)).toBeLessThan(0.04);
    expect(Math.abs((road?.durationMinutes ?? 0) / 270 - 1)).toBeLessThan(0.08);
  });
});
