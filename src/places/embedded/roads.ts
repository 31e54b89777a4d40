/** What is known of a ride before its road is estimated. */
export interface StraightWay {
  km: number;
  /** The share of it in the mountains, from 0 to 1. */
  steepShare: number;
}

/** How much longer a road is than the straight line. */
export interface Detour {
  /** Over long distances … */
  farFactor: number;
  /** … plus this over short ones. */
  nearFactor: number;
  /** The distance over which the short-distance factor fades to a third. */
  fadeKm: number;
  /** In addition, for kilometres in the mountains. */
  steepFactor: number;
}

/** How fast one drives. */
export interface Pace {
  /** Near an end of the ride, by the population around it: up to countryPeople the country's speed … */
  countryKmh: number;
  countryPeople: number;
  /** … falling with the logarithm of the population to the big city's. */
  bigCityKmh: number;
  bigCityPeople: number;
  /** Minutes to set off and to stop, whatever the distance. */
  standingMinutes: number;
  /** Between the ends: the first 30 km, the next 110, the rest. Longer routes use faster roads. */
  nearKmh: number;
  middleKmh: number;
  farKmh: number;
  /** Minutes lost per kilometre in the mountains. */
  steepMinutesPerKm: number;
}

// Started from larger reference sets of French towns and adjusted on the routes of `npm run accuracy`: see
// docs/accuracy.md.
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
// Within a valley the road is as straight as elsewhere; only longer ones go round mountains.
const VALLEY_KM = 10;
// Longer routes through the mountains use motorways.
const SLOW_KM = 80;

/** Strictly increasing with the distance: its slope is never below 1. */
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
