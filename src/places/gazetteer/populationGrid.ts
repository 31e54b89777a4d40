import type { Coordinates } from '../place.ts';
import type { Towns } from './towns.ts';

// Cells of about 11 by 7 km: a query for 8 km reads about twelve of them, a few dozen communes each.
const CELLS_PER_DEGREE = 10;
const CELLS_AROUND = 360 * CELLS_PER_DEGREE;
const KM_PER_DEGREE = 111.195;
const RADIANS_PER_DEGREE = Math.PI / 180;
// Latitude, longitude, inhabitants.
const FIELDS = 3;

interface Settlement extends Coordinates {
  population: number;
}

/**
 * Returns how many people live within some km of a point, by whole communes (districts in the three largest cities) and
 * by the larger towns abroad.
 */
export function populationGrid(
  towns: Towns,
  abroad: readonly Settlement[],
): (point: Coordinates, km: number) => number {
  const cells = new Map<number, number[]>();
  const add = (lat: number, lng: number, population: number) => {
    const cell = cellOf(cellRow(lat), cellRow(lng));
    const fields = cells.get(cell) ?? [];
    fields.push(lat, lng, population);
    cells.set(cell, fields);
  };
  for (let row = 0; row < towns.count; row++) {
    const isPartOfAnother = towns.parent(row) >= 0 && towns.district(row) === 0;
    if (isPartOfAnother || towns.districtsOf(row).size > 0) continue;
    const { lat, lng } = towns.point(row);
    add(lat, lng, towns.population(row));
  }
  for (const { lat, lng, population } of abroad) add(lat, lng, population);
  // Flat arrays of numbers: reading them costs a tenth of reading as many objects.
  const packed = new Map([...cells].map(([cell, fields]) => [cell, Float64Array.from(fields)]));
  return (point, km) => sumWithin(packed, point, km);
}

const cellRow = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);
const cellOf = (latRow: number, lngRow: number) => latRow * CELLS_AROUND + lngRow;

function sumWithin(cells: ReadonlyMap<number, Float64Array>, { lat, lng }: Coordinates, km: number): number {
  const latDegrees = km / KM_PER_DEGREE;
  const shrink = Math.max(0.01, Math.cos(lat * RADIANS_PER_DEGREE)); // the length of a degree of longitude relative to one of latitude
  const lngDegrees = latDegrees / shrink;
  const [lastLatRow, lastLngRow] = [cellRow(lat + latDegrees), cellRow(lng + lngDegrees)];
  let sum = 0;
  for (let latRow = cellRow(lat - latDegrees); latRow <= lastLatRow; latRow++) {
    for (let lngRow = cellRow(lng - lngDegrees); lngRow <= lastLngRow; lngRow++) {
      const fields = cells.get(cellOf(latRow, lngRow));
      if (fields !== undefined) sum += sumOfCell(fields, lat, lng, shrink, latDegrees);
    }
  }
  return sum;
}

function sumOfCell(fields: Float64Array, lat: number, lng: number, shrink: number, degrees: number): number {
  let sum = 0;
  for (let at = 0; at < fields.length; at += FIELDS) {
    const north = (fields[at] ?? 0) - lat;
    const east = ((fields[at + 1] ?? 0) - lng) * shrink;
    if (north * north + east * east <= degrees * degrees) sum += fields[at + 2] ?? 0;
  }
  return sum;
}
