import type { Coordinates } from '../place.ts';
import type { Gazetteer } from './gazetteer.ts';
import { normaliseName } from './normalise.ts';

/** The largest town of a name in a département or country: "Beaune 21", "Genève CH". */
export function pointOfTown(text: string, gazetteer: Gazetteer): Coordinates | undefined {
  const space = text.lastIndexOf(' ');
  const meaning = gazetteer.meaningOf(normaliseName(text.slice(0, space)));
  const area = text.slice(space + 1);
  const { towns, departments, countryCodes, city } = gazetteer;
  const department = departments.codes.indexOf(area);
  const here = (meaning?.towns ?? []).filter((row) => towns.department(row) === department);
  const [town] = here.sort((one, other) => towns.population(other) - towns.population(one));
  if (town !== undefined) return towns.point(town);
  return meaning?.cities.map(city).find(({ country }) => countryCodes[country] === area);
}
