import { describe, expect, it } from 'vitest';
import { calibrate, type Observation } from '../../accuracy/calibration.ts';
import { errorRows, quantile } from '../../accuracy/errorTable.ts';
import { isHeldOut } from '../../accuracy/holdOut.ts';
import { nameOf } from '../../accuracy/routeCheck.ts';
import { routes } from '../../accuracy/routes.ts';
import { greatCircleKm } from '../../src/places/embedded/greatCircle.ts';
import { landOf } from '../../src/places/embedded/landMasses.ts';
import * as roads from '../../src/places/embedded/roads.ts';

describe('the routes that the estimate is judged by', () => {
  it('are many, all different, and of every length', () => {
    expect(routes.length).toBeGreaterThanOrEqual(80);
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length);
    const nothing = routes.map(({ km, minutes }) => ({
      name: '',
      km,
      minutes,
      estimatedKm: km,
      estimatedMinutes: minutes,
    }));
    const rows = errorRows(nothing);
    expect(rows.map(({ distances }) => distances)).toEqual([
      'under 3 km',
      '3 to 10 km',
      '10 to 30 km',
      '30 to 100 km',
      '100 to 300 km',
      'over 300 km',
      'all',
    ]);
    expect(Math.min(...rows.map(({ count }) => count))).toBeGreaterThanOrEqual(10);
  });

  it.each(routes.map((route) => [nameOf(route), route] as const))(
    'can be driven: %s',
    (_, { from, to, km, minutes }) => {
      expect(km).toBeGreaterThanOrEqual(greatCircleKm(from, to));
      expect(km / (minutes / 60)).toBeGreaterThan(10);
      expect(km / (minutes / 60)).toBeLessThan(112);
      expect(landOf(from)).toBe(landOf(to));
    },
  );
});

describe('the routes that are held out', () => {
  it('are about a third, always the same ones, and of every length', () => {
    const heldOut = routes.filter(isHeldOut);
    expect(heldOut.length / routes.length).toBeGreaterThan(0.25);
    expect(heldOut.length / routes.length).toBeLessThan(0.42);
    expect(routes.filter(isHeldOut)).toEqual(heldOut);
    for (const [fromKm, toKm] of [
      [0, 10],
      [10, 30],
      [30, 100],
      [100, 300],
      [300, 2_000],
    ] as const)
      expect(heldOut.filter(({ km }) => km >= fromKm && km < toKm).length).toBeGreaterThanOrEqual(5);
  });
});

describe('the errors', () => {
  it('are shown as the median and the 90th percentile', () => {
    expect(quantile([5, 1, 4, 2, 3], 0.5)).toBe(3);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(9);
    expect(quantile([7], 0.9)).toBe(7);
    const [row] = errorRows([{ name: '', km: 1, minutes: 10, estimatedKm: 1.5, estimatedMinutes: 8 }]);
    expect(row?.kmMedian).toBeCloseTo(50, 9);
    expect(row?.minutesMedian).toBeCloseTo(20, 9);
  });
});

describe('the calibration', () => {
  const detour = { ...roads.DETOUR, farFactor: 1.4 };
  const pace = { ...roads.PACE, farKmh: 95, standingMinutes: 4 };
  const observations: Observation[] = [1, 3, 8, 20, 50, 90, 150, 250, 400, 700].map((km, index) => {
    const way = { km, steepShare: (index % 3) / 4 };
    const people = { from: 5_000 * 3 ** (index % 5), to: 20_000 * index };
    const roadKm = roads.roadKm(way, detour);
    return {
      way,
      highway: undefined,
      people,
      km: roadKm,
      minutes: roads.drivingMinutes(roadKm, way.steepShare, people, pace),
    };
  });

  it('moves the constants towards those that made the observations', () => {
    const found = calibrate(observations, roads);
    expect(found.detour.farFactor).toBeGreaterThan(1.27);
    expect(found.detour.farFactor).toBeLessThanOrEqual(detour.farFactor);
    expect(found.pace.farKmh).toBeLessThan(113);
    expect(found.pace.standingMinutes).toBeGreaterThan(1.2);
  });

  it('comes out the same every time', () => {
    expect(calibrate(observations, roads)).toEqual(calibrate(observations, roads));
  });
});
