/** What the estimate knows about a ride before it has a road. */
export interface StraightWay {
  km: number;
  /** The part of it that lies in the mountains, from 0 to 1. */
  steepShare: number;
}

/** How much longer than the straight way a road is. */
export interface Detour {
  /** To the next region … */
  farFactor: number;
  /** … and more on top of it to the next street. */
  nearFactor: number;
  /** The distance over which the near factor fades to a third. */
  fadeKm: number;
  /** On top of it, for kilometres in the mountains. */
  steepFactor: number;
}

/** How fast the road is driven. */
export interface Pace {
  /** Near an end of the ride, by how many people live around it: up to countryPeople the country's speed … */
  countryKmh: number;
  countryPeople: number;
  /** … falling evenly with the logarithm of their number to the big city's. */
  bigCityKmh: number;
  bigCityPeople: number;
  /** To set off and to stop, whatever the distance. */
  standingMinutes: number;
  /** Between the ends, the first 30 km, the next 110, the rest: the road widens with the distance. */
  nearKmh: number;
  middleKmh: number;
  farKmh: number;
  /** Lost on each kilometre in the mountains. */
  steepMinutesPerKm: number;
}

// Larger reference sets of French towns gave where these start from, the routes of `npm run accuracy` moved them: see docs/accuracy.md.
export const DETOUR: Detour = { farFactor: 1.24, nearFactor: 0.5, fadeKm: 2, steepFactor: 0.41 };

export const PACE: Pace = {
  countryKmh: 48.5,
  countryPeople: 11_000,
  bigCityKmh: 21.5,
  bigCityPeople: 4_400_000,
  standingMinutes: 1.7,
  nearKmh: 89,
  middleKmh: 104,
  farKmh: 118,
  steepMinutesPerKm: 0.34,
};

export const SURROUNDINGS_KM = 8;
const END_KM = 5;
const NEAR_KM = 30;
const MIDDLE_KM = 110;
// Within a valley the road is as straight as elsewhere; only a longer one has a mountain to go round.
const VALLEY_KM = 10;
// Who goes farther than this through the mountains is on a motorway.
const SLOW_KM = 80;

/** Grows with the distance, always: its slope is never below 1. */
export function roadKm(way: StraightWay, detour: Detour = DETOUR): number {
  const factor = detour.farFactor + detour.nearFactor * Math.exp(-way.km / detour.fadeKm);
  return way.km * factor + detour.steepFactor * mountainKm(way.km * way.steepShare);
}

const mountainKm = (steepKm: number): number => (steepKm * steepKm) / (steepKm + VALLEY_KM);

export function endSpeedKmh(people: number, pace: Pace = PACE): number {
  const span = Math.log(pace.bigCityPeople / pace.countryPeople);
  const density = Math.log(Math.max(people, 1) / pace.countryPeople) / span;
  return pace.countryKmh - (pace.countryKmh - pace.bigCityKmh) * Math.min(1, Math.max(0, density));
}

/** A ride shorter than its two ends is half one and half the other. */
export function drivingMinutes(
  km: number,
  steepShare: number,
  people: { from: number; to: number },
  pace: Pace = PACE,
): number {
  if (km === 0) return 0;
  const endKm = Math.min(END_KM, km / 2);
  const nearKm = Math.min(NEAR_KM, km - 2 * endKm);
  const middleKm = Math.min(MIDDLE_KM, km - 2 * endKm - nearKm);
  const farKm = km - 2 * endKm - nearKm - middleKm;
  const hours =
    endKm / endSpeedKmh(people.from, pace) +
    endKm / endSpeedKmh(people.to, pace) +
    nearKm / pace.nearKmh +
    middleKm / pace.middleKmh +
    farKm / pace.farKmh;
  const steepMinutes = pace.steepMinutesPerKm * mountainKm(Math.min(km * steepShare, SLOW_KM));
  return pace.standingMinutes + hours * 60 + steepMinutes;
}
