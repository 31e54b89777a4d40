import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Place } from '../../place.ts';
import type { Towns } from '../towns.ts';
import { districtPlace, townLabel } from './townPlace.ts';

// Communes of one postcode whose centre is this near their largest are labelled with its name.
const ONE_TOWN_KM = 1;

/** The centre of population of a postcode. */
export function placePostcode(postcode: string, towns: Towns): Place {
  const rows = [...towns.withPostcode(postcode)].sort((one, other) => towns.population(other) - towns.population(one));
  const [largest = -1] = rows;
  if (towns.district(largest) > 0) return districtPlace(largest, towns, postcode);
  const middle = towns.postcodePoint(postcode) ?? middleOf(rows, towns);
  const others = rows.length - 1;
  const isOneTown = others === 0 || greatCircleKm(middle, towns.point(largest)) <= ONE_TOWN_KM;
  const label = isOneTown
    ? townLabel(largest, towns, postcode)
    : `${postcode} (${towns.name(largest)} and ${others} other ${others === 1 ? 'commune' : 'communes'})`;
  return { label, ...middle, precision: 'postcode' };
}

function middleOf(rows: number[], towns: Towns) {
  let weight = 0;
  let lat = 0;
  let lng = 0;
  for (const row of rows) {
    const people = towns.population(row) + 1;
    const point = towns.point(row);
    weight += people;
    lat += people * point.lat;
    lng += people * point.lng;
  }
  return { lat: round(lat / weight), lng: round(lng / weight) };
}

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
