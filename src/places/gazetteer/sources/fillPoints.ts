import type { Coordinates } from '../../place.ts';
import { PointOrigin } from '../indexFile.ts';
import type { SourceEpci } from './packages.ts';
import { pushTo, type Town } from './town.ts';

/**
 * Small communes have no point in the sources. They get the middle of their neighbours of the same postcode, else of
 * the same group of communes, else of the département. Tested on communes with a known point: by postcode the median
 * error is 4.4 km (90 % within 8.5), by group 8.2 km (16.5); weighting makes no difference.
 */
export function fillPoints(towns: Town[], epcis: SourceEpci[]): void {
  const groupOf = new Map(epcis.flatMap(({ membres }, group) => membres.map(({ code }) => [code, group] as const)));
  const byPostcode = new Map<string, Town[]>();
  const byGroup = new Map<number | undefined, Town[]>();
  const byDepartment = new Map<string, Town[]>();
  for (const town of towns.filter(({ point }) => point)) {
    for (const postcode of town.postcodes) pushTo(byPostcode, postcode, town);
    pushTo(byGroup, groupOf.get(town.code), town);
    pushTo(byDepartment, town.department, town);
  }
  const filled = towns
    .filter(({ point }) => !point)
    .map((town) => {
      const near = middleOf(town.postcodes.flatMap((postcode) => byPostcode.get(postcode) ?? []));
      const group = groupOf.get(town.code);
      const around = group === undefined ? undefined : middleOf(byGroup.get(group) ?? []);
      const point = near ?? around ?? middleOf(byDepartment.get(town.department) ?? []);
      return { town, point, origin: near ? PointOrigin.postcode : PointOrigin.area };
    });
  for (const { town, point, origin } of filled) Object.assign(town, { point, origin });
}

function middleOf(neighbours: Town[]): Coordinates | undefined {
  const points = neighbours.flatMap(({ point }) => point ?? []);
  if (points.length === 0) return undefined;
  const mean = (member: 'lat' | 'lng') => points.reduce((sum, point) => sum + point[member], 0) / points.length;
  return { lat: mean('lat'), lng: mean('lng') };
}
