import type { HighwayRoute } from '../src/places/embedded/highways.ts';
import type { Detour, Pace, RoadConstants, StraightWay } from '../src/places/embedded/roads.ts';
import type { Roads } from './built.ts';

/** A known route as the formulas see it. */
export interface Observation {
  way: StraightWay;
  highway: HighwayRoute | undefined;
  people: { from: number; to: number };
  km: number;
  minutes: number;
}

/**
 * Prior values from larger reference sets of French towns, and the usual speeds of main roads. Moving a constant by its
 * uncertainty costs as much as PRIOR_WEIGHT of mean error: our routes join well-known places by good roads, and do not
 * represent every village.
 */
const PRIOR: RoadConstants = {
  detour: {
    farFactor: 1.26,
    nearFactor: 0.6,
    fadeKm: 2,
    steepFactor: 0.4,
    junctionKm: 3,
    motorwayFactor: 1.08,
    dualFactor: 1.1,
    nationalFactor: 1.18,
    mountainFactor: 1.4,
  },
  pace: {
    countryKmh: 48,
    countryPeople: 10_000,
    bigCityKmh: 20,
    bigCityPeople: 2_000_000,
    standingMinutes: 1,
    nearKmh: 80,
    middleKmh: 90,
    farKmh: 115,
    localKmh: 75,
    motorwayKmh: 110,
    dualKmh: 98,
    nationalKmh: 70,
    mountainKmh: 52,
    steepMinutesPerKm: 0.4,
  },
};
const UNCERTAINTIES: Partial<Detour & Pace> = {
  farFactor: 0.014,
  nearFactor: 0.3,
  steepFactor: 0.5,
  junctionKm: 0.3,
  motorwayFactor: 0.03,
  dualFactor: 0.03,
  nationalFactor: 0.06,
  mountainFactor: 0.15,
  countryKmh: 0.1,
  countryPeople: 0.7,
  bigCityKmh: 0.1,
  bigCityPeople: 0.7,
  standingMinutes: 0.7,
  nearKmh: 0.1,
  middleKmh: 0.1,
  farKmh: 0.1,
  localKmh: 0.1,
  motorwayKmh: 0.06,
  dualKmh: 0.06,
  nationalKmh: 0.1,
  mountainKmh: 0.15,
  steepMinutesPerKm: 0.5,
};
const PRIOR_WEIGHT = 0.002;

/** The constants that fit the observations best. Distance and time decide together which road is taken. */
export function calibrate(observations: readonly Observation[], { estimateLeg, DETOUR, PACE }: Roads): RoadConstants {
  const prior = { ...PRIOR.detour, ...PRIOR.pace };
  const fitted = descend({ ...DETOUR, ...PACE }, prior, UNCERTAINTIES, (candidate) =>
    mean(
      observations.map(({ way, highway, people, km, minutes }) => {
        const leg = estimateLeg(way, highway, people, { detour: candidate, pace: candidate });
        return errorOf(leg.distanceKm, km) + errorOf(leg.durationMinutes, minutes);
      }),
    ),
  );
  return { detour: pick(fitted, PRIOR.detour), pace: pick(fitted, PRIOR.pace) };
}

const pick = <Part extends object>(all: Part, part: Part): Part =>
  Object.fromEntries(Object.keys(part).map((name) => [name, all[name as keyof Part]])) as Part;

// Twice as long is as wrong as half as long. Squared, since a few very wrong prices do more harm than many slightly wrong
// ones; in units of ten per cent.
const errorOf = (estimate: number, truth: number): number => Math.log(estimate / truth) ** 2 / 0.1;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const STEPS = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/** Coordinate descent with smaller and smaller steps. */
function descend<Constants extends { [Name in keyof Constants]: number }>(
  start: Constants,
  prior: Constants,
  uncertainties: Partial<Constants>,
  meanError: (candidate: Constants) => number,
): Constants {
  const names = Object.keys(uncertainties) as (keyof Constants)[];
  const costOf = (candidate: Constants) =>
    meanError(candidate) +
    PRIOR_WEIGHT *
      names.reduce((sum, name) => sum + (Math.log(candidate[name] / prior[name]) / (uncertainties[name] ?? 1)) ** 2, 0);
  let best = { ...start };
  let least = costOf(best);
  const tryOut = (name: keyof Constants, factor: number): boolean => {
    const candidate = { ...best, [name]: best[name] * factor };
    const cost = costOf(candidate);
    if (cost >= least) return false;
    best = candidate;
    least = cost;
    return true;
  };
  for (const step of STEPS) {
    const sweep = () => names.filter((name) => tryOut(name, 1 + step) || tryOut(name, 1 / (1 + step))).length;
    while (sweep() > 0);
  }
  return best;
}
