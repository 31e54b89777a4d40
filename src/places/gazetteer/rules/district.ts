import { greatCircleKm } from '../../embedded/greatCircle.ts';
import type { Coordinates } from '../../place.ts';
import type { ParsedAddress } from '../parsedAddress.ts';
import type { Towns } from '../towns.ts';

// Of 190 houses with their true postcode, none is more than 1.2 km nearer to the middle of another district; of 50 places,
// one is 1.7 km nearer, the Hôpital Édouard-Herriot in the long third district of Lyon.
const OTHER_DISTRICT_KM = 1.75;

/** Of a district, its town. */
export const cityOf = (town: number, towns: Towns): number => (towns.district(town) > 0 ? towns.parent(town) : town);

/** The middle of the district or postcode that the address names. */
export function middleOfDistrict(
  town: number | undefined,
  { evidence: { postcode }, gazetteer: { towns } }: ParsedAddress,
): Coordinates | undefined {
  if (postcode !== undefined) {
    const [served = -1] = towns.withPostcode(postcode);
    return towns.postcodePoint(postcode) ?? towns.point(served);
  }
  return town !== undefined && towns.district(town) > 0 ? towns.point(town) : undefined;
}

/** Whether another district of the town is so much nearer that the one in the address must be a mistake. */
export function isInOtherDistrict(point: Coordinates, town: number | undefined, parsed: ParsedAddress): boolean {
  const { towns } = parsed.gazetteer;
  const middle = middleOfDistrict(town, parsed);
  if (!middle || town === undefined) return false;
  const nearestKm = greatCircleKm(point, middle) - OTHER_DISTRICT_KM;
  return [...towns.districtsOf(cityOf(town, towns)).values()].some(
    (row) => greatCircleKm(point, towns.point(row)) < nearestKm,
  );
}
