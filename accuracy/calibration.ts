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
 * What larger reference sets of French towns say, and how far a constant may reasonably be from that: moving one by its doubt costs as
 * much as PULL of mean error. Our routes join well-known places by good roads, and must not speak for every village alone.
 */
const BEFORE: RoadConstants = {
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
const DETOUR_DOUBTS: Partial<Detour> = { farFactor: 0.014, nearFactor: 0.3, steepFactor: 0.5 };
const PACE_DOUBTS: Partial<Pace> = {
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
const PULL = 0.002;

/** The constants that fit the observations best: first those of the distance, then with them those of the time. */
export function calibrate(observations: readonly Observation[], { roadKm, drivingMinutes }: Roads): RoadConstants {
  const detour = descend(BEFORE.detour, DETOUR_DOUBTS, (candidate) =>
    mean(observations.map(({ way, km }) => errorOf(roadKm(way, candidate), km))),
  );
  const driven = observations.map((each) => ({ ...each, roadKm: roadKm(each.way, detour) }));
  const pace = descend(BEFORE.pace, PACE_DOUBTS, (candidate) =>
    mean(
      driven.map((each) =>
        errorOf(drivingMinutes(each.roadKm, each.way.steepShare, each.people, candidate), each.minutes),
      ),
    ),
  );
  return { detour, pace };
}

// Twice too long is as wrong as half as long; absolute, so that a few odd roads do not pull at all the others.
const errorOf = (estimate: number, truth: number): number => Math.abs(Math.log(estimate / truth));

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const STEPS = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

/** Moves one constant at a time, by smaller and smaller steps, as long as that helps. */
function descend<Constants extends { [Name in keyof Constants]: number }>(
  before: Constants,
  doubts: Partial<Constants>,
  misfit: (candidate: Constants) => number,
): Constants {
  const names = Object.keys(doubts) as (keyof Constants)[];
  const pulled = (candidate: Constants) =>
    misfit(candidate) +
    PULL * names.reduce((sum, name) => sum + (Math.log(candidate[name] / before[name]) / (doubts[name] ?? 1)) ** 2, 0);
  let best = { ...before };
  let least = pulled(best);
  const tryOut = (name: keyof Constants, factor: number): boolean => {
    const candidate = { ...best, [name]: best[name] * factor };
    const cost = pulled(candidate);
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
