import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { greatCircleKm } from '../../src/places/embedded/greatCircle.ts';
import { createEmbeddedRouter, type Populations } from '../../src/places/embedded/router.ts';
import { steepShare } from '../../src/places/embedded/steep.ts';
import { dryKm } from '../../src/places/embedded/waters.ts';
import type { Coordinates, Place } from '../../src/places/place.ts';

const TOWNS = [
  { lat: 48.8566, lng: 2.3522, people: 2_100_000 },
  { lat: 45.764, lng: 4.8357, people: 520_000 },
  { lat: 43.7009, lng: 7.2684, people: 340_000 },
];
const populations: Populations = {
  populationWithin: (point, km) =>
    TOWNS.reduce((sum, town) => sum + (greatCircleKm(point, town) <= km ? town.people : 0), 0),
};
const router = createEmbeddedRouter(populations);

const place = (label: string, lat: number, lng: number, precision: Place['precision'] = 'commune'): Place => ({
  label,
  lat,
  lng,
  precision,
});
const paris = place('Paris', 48.8566, 2.3522);
const lyon = place('Lyon', 45.764, 4.8357);
const london = place('London', 51.5074, -0.1278, 'city');
const ajaccio = place('Ajaccio', 41.9192, 8.7386);
const bastia = place('Bastia', 42.6977, 9.4509);

describe('the embedded router', () => {
  it('estimates the road from Paris to Lyon within a tenth, and says that it is an estimate', async () => {
    const road = await router.route(paris, lyon);
    expect(road?.isEstimated).toBe(true);
    expect(Math.abs((road?.distanceKm ?? 0) / 465 - 1)).toBeLessThan(0.1);
    expect(Math.abs((road?.durationMinutes ?? 0) / 270 - 1)).toBeLessThan(0.15);
  });

  it('drives more slowly where many people live', async () => {
    const inParis = await router.route(paris, place('Ivry', 48.81, 2.38));
    const inTheCountry = await router.route(place('Chalais', 46.5, 1.2), place('Bélâbre', 46.4534, 1.2278));
    const speed = (road: typeof inParis) => (road?.distanceKm ?? 0) / (road?.durationMinutes ?? 1);
    expect(speed(inParis)).toBeLessThan(speed(inTheCountry) * 0.75);
  });

  it.each([
    ['Corsica', paris, ajaccio],
    ['Ireland', paris, place('Dublin', 53.35, -6.26, 'city')],
    ['America', paris, place('New York', 40.713, -74.006, 'city')],
    ['Africa, in sight of Spain', place('Tarifa', 36.013, -5.606), place('Tanger', 35.777, -5.804)],
    ['the open sea', paris, place('47,-20', 47, -20, 'coordinates')],
    ['itself, for a point at sea', place('a', 47, -20, 'coordinates'), place('b', 47, -20.1, 'coordinates')],
    ['another island', place('Le Palais', 47.347, -3.156), place('Houat', 47.39, -2.957)],
  ])('finds no road to %s', async (_, from, to) => {
    expect(await router.route(from, to)).toBeUndefined();
    expect(await router.route(to, from)).toBeUndefined();
  });

  it('finds the roads of an island, longer than those of the plain', async () => {
    const road = await router.route(ajaccio, bastia);
    expect(road?.distanceKm).toBeGreaterThan(greatCircleKm(ajaccio, bastia) * 1.35);
    expect(road?.durationMinutes).toBeGreaterThan(110);
  });

  it('goes to Great Britain by the tunnel, and says how long that takes', async () => {
    const road = await router.route(paris, london);
    expect(road?.distanceKm).toBeGreaterThan(430);
    expect(road?.distanceKm).toBeLessThan(500);
    expect(road?.durationMinutes).toBeGreaterThan(290);
    const fromNormandy = await router.route(place('Cherbourg', 49.634, -1.622), place('Southampton', 50.905, -1.404));
    expect(fromNormandy?.distanceKm).toBeGreaterThan(600);
  });

  it('answers the same there as back', async () => {
    const somewhere = fc.record({
      lat: fc.double({ min: 43.5, max: 50, noNaN: true }),
      lng: fc.double({ min: -1, max: 7, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(somewhere, somewhere, async (one, other) => {
        const [from, to] = [place('one', one.lat, one.lng), place('other', other.lat, other.lng)];
        const [there, back] = [await router.route(from, to), await router.route(to, from)];
        expect(there?.distanceKm).toBeCloseTo(back?.distanceKm ?? -1, 6);
        expect(there?.durationMinutes).toBeCloseTo(back?.durationMinutes ?? -1, 6);
        expect(there?.distanceKm).toBeGreaterThanOrEqual(greatCircleKm(from, to));
      }),
    );
  });
});

describe('two addresses on one point', () => {
  const here: Coordinates = { lat: 46.3069, lng: 4.8287 };
  const at = (label: string, precision: Place['precision']) => place(label, here.lat, here.lng, precision);

  it.each([
    ['addresses of one town', at('Mâcon', 'commune'), at('Mâcon', 'commune')],
    ['a town and its postcode', at('Mâcon', 'commune'), at('71000', 'postcode')],
    ['a foreign city', at('Turin', 'city'), at('Turin', 'city')],
    ['a station and its town', at('Gare de Mâcon', 'station'), at('Mâcon', 'commune')],
    ['two places that share a point', at('Terminal 1', 'airport'), at('Terminal 3', 'airport')],
  ])('are about three kilometres apart: %s', async (_, from, to) => {
    const road = await router.route(from, to);
    expect(road?.distanceKm).toBe(3);
    expect(road?.durationMinutes).toBeGreaterThan(3);
    expect(road?.durationMinutes).toBeLessThan(12);
  });

  it.each([
    ['coordinates', at('46.3069,4.8287', 'coordinates'), at('46.30690,4.82870', 'coordinates')],
    ['station', at('Gare de Mâcon', 'station'), at('Gare de Mâcon', 'station')],
    ['airport', at('Terminal 2E', 'airport'), at('Terminal 2E', 'airport')],
    ['place', at('La Défense', 'place'), at('La Défense', 'place')],
    ['address', at('1 rue de la Paix', 'address'), at('1 rue de la Paix', 'address')],
  ])('are the same spot when both are the same %s', async (_, from, to) => {
    expect(await router.route(from, to)).toEqual({ distanceKm: 0, durationMinutes: 0, isEstimated: true });
  });

  it('makes two towns whose centres nearly touch no nearer than two addresses of one', async () => {
    const road = await router.route(place('Levallois-Perret', 48.893, 2.288), place('Clichy', 48.899, 2.294));
    expect(road?.distanceKm).toBe(3);
  });
});

describe('a water on the straight way', () => {
  it.each([
    ['Saint-Malo', 48.6493, -2.0257, 'Dinard', 48.6325, -2.0581, 6],
    ['Le Havre', 49.4938, 0.1077, 'Deauville', 49.3601, 0.0752, 28],
    ['Saint-Tropez', 43.2727, 6.6406, 'Sainte-Maxime', 43.3092, 6.6378, 10],
    ['Royan', 45.6232, -1.0283, 'Soulac-sur-Mer', 45.513, -1.124, 150],
    ['Brest', 48.3904, -4.4861, 'Crozon', 48.246, -4.489, 35],
    ['Évian-les-Bains', 46.401, 6.588, 'Lausanne', 46.52, 6.633, 45],
    ['Arzon', 47.548, -2.893, 'Locmariaquer', 47.569, -2.945, 30],
  ])('is gone round from %s (%d, %d) to %s', (_from, lat, lng, _to, toLat, toLng, leastKm) => {
    const [from, to] = [
      { lat, lng },
      { lat: toLat, lng: toLng },
    ];
    expect(dryKm(from, to)).toBeGreaterThanOrEqual(leastKm);
    expect(dryKm(to, from)).toBeCloseTo(dryKm(from, to), 9);
  });

  it.each([
    ['Saint-Malo to Rennes', { lat: 48.6493, lng: -2.0257 }, { lat: 48.1113, lng: -1.68 }],
    ['Le Havre to Rouen', { lat: 49.4938, lng: 0.1077 }, { lat: 49.4431, lng: 1.0993 }],
    ['Bordeaux to Pauillac', { lat: 44.8378, lng: -0.5792 }, { lat: 45.1989, lng: -0.7489 }],
    ['Geneva to Lausanne', { lat: 46.2044, lng: 6.1432 }, { lat: 46.5197, lng: 6.6323 }],
    ['Paris to Lyon', paris, lyon],
  ])('does not bend the way where there is none: %s', (_, from, to) => {
    expect(dryKm(from, to)).toBeLessThanOrEqual(greatCircleKm(from, to) * 1.04);
  });
});

describe('the mountains on the straight way', () => {
  it.each([
    ['Paris to Lille', 48.8566, 2.3522, 50.6366, 3.0635],
    ['Lyon to Marseille', 45.764, 4.8357, 43.2965, 5.3698],
    ['Toulouse to Bordeaux', 43.6045, 1.444, 44.8378, -0.5792],
    ['Nice to Cannes', 43.7009, 7.2684, 43.5513, 7.0128],
    ['Geneva to Annecy', 46.2044, 6.1432, 45.8992, 6.1294],
  ])('are none from %s', (_, lat, lng, toLat, toLng) => {
    expect(steepShare({ lat, lng }, { lat: toLat, lng: toLng })).toBe(0);
  });

  it.each([
    ['Bourg-Saint-Maurice to Val-d’Isère', 45.6186, 6.7693, 45.4484, 6.9777, 1],
    ['Ajaccio to Bastia', 41.9192, 8.7386, 42.6977, 9.4509, 1],
    ['Grenoble to Briançon', 45.1885, 5.7245, 44.8991, 6.643, 0.8],
    ['Lourdes to Gavarnie', 43.0945, -0.0458, 42.7353, -0.0085, 0.9],
    ['Mende to Le Puy', 44.5183, 3.5006, 45.0434, 3.885, 0.9],
    ['Lyon to Nice', 45.764, 4.8357, 43.7009, 7.2684, 0.4],
  ])('are much of the way from %s', (_, lat, lng, toLat, toLng, least) => {
    expect(steepShare({ lat, lng }, { lat: toLat, lng: toLng })).toBeGreaterThanOrEqual(least);
  });
});
