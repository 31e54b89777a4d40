import type { Detour, Pace, StraightWay } from '../src/places/embedded/roads.ts';
import type { Roads } from './built.ts';

/** A known route as the formulas see it. */
export interface Observation {
  way: StraightWay;
  people: { from: number; to: number };
  km: number;
  minutes: number;
}

export interface RoadConstants {
  detour: Detour;
  pace: Pace;
}

/**
 * Prior values from larger reference sets of French towns. Moving a constant by its uncertainty costs as much as PRIOR_WEIGHT of
 * mean error: our routes join well-known places by good roads, and do not represent every village.
 */
const PRIOR: RoadConstants = {
  detour: { farFactor: 1.26, nearFactor: 0.6, fadeKm: 2, steepFactor: 0.4 },
  pace: {
    countryKmh: 48,
    countryPeople: 10_000,
    bigCityKmh: 20,
    bigCityPeople: 2_000_000,
    standingMinutes: 1,
    nearKmh: 80,
    middleKmh: 90,
    farKmh: 115,
    steepMinutesPerKm: 0.4,
  },
};
const DETOUR_UNCERTAINTIES: Partial<Detour> = { farFactor: 0.014, nearFactor: 0.3, steepFactor: 0.5 };
const PACE_UNCERTAINTIES: Partial<Pace> = {
  countryKmh: 0.1,
  countryPeople: 0.7,
  bigCityKmh: 0.1,
  bigCityPeople: 0.7,
  standingMinutes: 0.7,
  nearKmh: 0.1,
  middleKmh: 0.1,
  farKmh: 0.1,
  steepMinutesPerKm: 0.5,
};
const PRIOR_WEIGHT = 0.002;

/** The constants that fit the observations best: first for the distance, then for the time. */
export function calibrate(observations: readonly Observation[], { roadKm, drivingMinutes }: Roads): RoadConstants {
  const detour = descend(PRIOR.detour, DETOUR_UNCERTAINTIES, (candidate) =>
    mean(observations.map(({ way, km }) => errorOf(roadKm(way, candidate), km))),
  );
  const driven = observations.map((each) => ({ ...each, roadKm: roadKm(each.way, detour) }));
  const pace = descend(PRIOR.pace, PACE_UNCERTAINTIES, (candidate) =>
    mean(
      driven.map((each) =>
        errorOf(drivingMinutes(each.roadKm, each.way.steepShare, each.people, candidate), each.minutes),
      ),
    ),
  );
  return { detour, pace };
}

// Twice as long is as wrong as half as long; not squared, so that a few odd roads do not dominate.
const errorOf = (estimate: number, truth: number): number => Math.abs(Math.log(estimate / truth));

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const STEPS = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/** Coordinate descent with smaller and smaller steps. */
function descend<Constants extends { [Name in keyof Constants]: number }>(
  prior: Constants,
  uncertainties: Partial<Constants>,
  meanError: (candidate: Constants) => number,
): Constants {
  const names = Object.keys(uncertainties) as (keyof Constants)[];
  const costOf = (candidate: Constants) =>
    meanError(candidate) +
    PRIOR_WEIGHT *
      names.reduce((sum, name) => sum + (Math.log(candidate[name] / prior[name]) / (uncertainties[name] ?? 1)) ** 2, 0);
  let best = { ...prior };
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
