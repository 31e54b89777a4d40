import type { HighwayRoute } from './highways.ts';

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
  /** Kilometres to get onto the main roads and off them. */
  junctionKm: number;
  /** From town to town on a main road, by its kind. */
  motorwayFactor: number;
  dualFactor: number;
  nationalFactor: number;
  mountainFactor: number;
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
  /** Between the ends, where no main road is known: the first 30 km, the next 110, the rest. Longer routes use faster roads. */
  nearKmh: number;
  middleKmh: number;
  farKmh: number;
  /** Beyond the first 30 km off the main roads, where they are known. */
  localKmh: number;
  /** On the main roads, by their kind. */
  motorwayKmh: number;
  dualKmh: number;
  nationalKmh: number;
  mountainKmh: number;
  /** Minutes lost per kilometre in the mountains. */
  steepMinutesPerKm: number;
}

// Started from larger reference sets of French towns and adjusted on the routes of `npm run accuracy`: see
// docs/accuracy.md.
export const DETOUR: Detour = {
  farFactor: 1.24,
  nearFactor: 0.42,
  fadeKm: 2,
  steepFactor: 0.38,
  junctionKm: 2.35,
  motorwayFactor: 1.085,
  dualFactor: 1.09,
  nationalFactor: 1.21,
  mountainFactor: 1.37,
};

export const PACE: Pace = {
  countryKmh: 49.2,
  countryPeople: 10_800,
  bigCityKmh: 22.2,
  bigCityPeople: 5_600_000,
  standingMinutes: 2.6,
  nearKmh: 84,
  middleKmh: 89.5,
  farKmh: 115,
  localKmh: 74.6,
  motorwayKmh: 104,
  dualKmh: 99,
  nationalKmh: 68.7,
  mountainKmh: 53,
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
  return pace.standingMinutes + hours * 60 + steepMinutesOf(km, steepShare, pace);
}

export interface RoadConstants {
  detour: Detour;
  pace: Pace;
}

interface Leg {
  distanceKm: number;
  durationMinutes: number;
}

/**
 * The quicker of the main roads and the local ones. Where no main road is known, roads of the usual quality are assumed.
 */
export function estimateLeg(
  way: StraightWay,
  highway: HighwayRoute | undefined,
  people: { from: number; to: number },
  { detour, pace }: RoadConstants,
  leastKm = 0,
): Leg {
  const distanceKm = Math.max(leastKm, roadKm(way, detour));
  const minutesAt = (paceThere: Pace) => drivingMinutes(distanceKm, way.steepShare, people, paceThere);
  if (highway === undefined) return { distanceKm, durationMinutes: minutesAt(pace) };
  const localPace = { ...pace, middleKmh: pace.localKmh, farKmh: pace.localKmh };
  const local = { distanceKm, durationMinutes: minutesAt(localPace) };
  const main = mainRoadLeg(highway, people, { detour, pace });
  return main.durationMinutes < local.durationMinutes ? main : local;
}

/** The first and the last kilometres are driven at the speed of their surroundings, whatever the road. */
function mainRoadLeg(
  { access, egress, byKind }: HighwayRoute,
  people: { from: number; to: number },
  { detour, pace }: RoadConstants,
): Leg {
  const ends = [access, egress].map((way) => ({ km: roadKm(way, detour), steepShare: way.steepShare }));
  const stretches = [
    { km: byKind.m * detour.motorwayFactor, kmh: pace.motorwayKmh },
    { km: byKind.d * detour.dualFactor, kmh: pace.dualKmh },
    { km: byKind.n * detour.nationalFactor, kmh: pace.nationalKmh },
    { km: byKind.v * detour.mountainFactor, kmh: pace.mountainKmh },
  ];
  const mainKm = sumOf(stretches, ({ km }) => km);
  const slowMainKm = sumOf(ends, ({ km }) => Math.max(0, END_KM - km));
  const hours =
    END_KM / endSpeedKmh(people.from, pace) +
    END_KM / endSpeedKmh(people.to, pace) +
    sumOf(ends, ({ km }) => Math.max(0, km - END_KM)) / pace.localKmh +
    sumOf(stretches, ({ km, kmh }) => km / kmh) * Math.max(0, 1 - slowMainKm / mainKm);
  const steepMinutes = sumOf(ends, ({ km, steepShare }) => steepMinutesOf(km, steepShare, pace));
  return {
    distanceKm: sumOf(ends, ({ km }) => km) + detour.junctionKm + mainKm,
    durationMinutes: pace.standingMinutes + hours * 60 + steepMinutes,
  };
}

const steepMinutesOf = (km: number, steepShare: number, pace: Pace): number =>
  pace.steepMinutesPerKm * mountainKm(Math.min(km * steepShare, SLOW_KM));

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + value(item), 0);
