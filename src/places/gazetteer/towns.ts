import type { Coordinates } from '../place.ts';
import { PointOrigin, type TownColumns } from './indexFile.ts';
import { POSTCODE_POINTS } from './tables.ts';

/** The French towns by row: communes, districts, former communes. */
export interface Towns {
  count: number;
  name(row: number): string;
  point(row: number): Coordinates;
  population(row: number): number;
  department(row: number): number;
  postcodes(row: number): string;
  parent(row: number): number;
  /** The number of a district, else 0. */
  district(row: number): number;
  /** Whether the point is its own, not derived from its neighbours. */
  hasOwnPoint(row: number): boolean;
  /** Not even its postcode's neighbours have a point: it is placed in the middle of a wider area, about 8 km off. */
  isRough(row: number): boolean;
  isOverseas(row: number): boolean;
  /** Whether a point is in the bounding box of a département's towns, or at most that far from it. */
  isInDepartment(point: Coordinates, department: number, withinKm: number): boolean;
  /** The communes that a postcode serves; districts rather than their town. */
  withPostcode(postcode: string): readonly number[];
  /** The districts of a town, by number; none for most. */
  districtsOf(row: number): ReadonlyMap<number, number>;
  /** The middle of a part of a big town with several postcodes, if known. */
  postcodePoint(postcode: string): Coordinates | undefined;
}

const NONE: readonly number[] = [];
const NO_DISTRICTS: ReadonlyMap<number, number> = new Map();

export function readTowns(columns: TownColumns, departmentCodes: string[]): Towns {
  const { names, postcodes, origins } = columns;
  const latE4 = Int32Array.from(columns.latE4);
  const lngE4 = Int32Array.from(columns.lngE4);
  const populations = Int32Array.from(columns.populations);
  const departments = Int16Array.from(columns.departments);
  const parents = Int32Array.from(columns.parents);
  const districts = Int8Array.from(columns.districts);
  const districtRows = rowsOfDistricts(parents, districts);
  const byPostcode = rowsOfPostcodes(postcodes, parents, districts);
  return {
    count: names.length,
    name: (row) => names[row] ?? '',
    point: (row) => ({ lat: (latE4[row] ?? 0) / 10_000, lng: (lngE4[row] ?? 0) / 10_000 }),
    population: (row) => populations[row] ?? 0,
    department: (row) => departments[row] ?? -1,
    postcodes: (row) => postcodes[row] ?? '',
    parent: (row) => parents[row] ?? -1,
    district: (row) => districts[row] ?? 0,
    hasOwnPoint: (row) => origins[row] === PointOrigin.own,
    isRough: (row) => origins[row] === PointOrigin.area && (parents[row] ?? -1) < 0,
    isOverseas: (row) => (departmentCodes[departments[row] ?? -1] ?? '').length === 3,
    isInDepartment: departmentSquares(departments, latE4, lngE4),
    withPostcode: (postcode) => byPostcode.get(postcode) ?? NONE,
    districtsOf: (row) => districtRows.get(row) ?? NO_DISTRICTS,
    postcodePoint: (postcode) => POSTCODE_POINTS.get(postcode),
  };
}

const KM_PER_E4 = 0.011_12;

/** Bounding boxes are enough to tell the parts of France apart, and cost nothing. */
function departmentSquares(departments: Int16Array, latE4: Int32Array, lngE4: Int32Array): Towns['isInDepartment'] {
  const squares = new Map<number, { south: number; north: number; west: number; east: number }>();
  for (const [row, department] of departments.entries()) {
    const lat = latE4[row] ?? 0;
    const lng = lngE4[row] ?? 0;
    const { south, north, west, east } = squares.get(department) ?? { south: lat, north: lat, west: lng, east: lng };
    squares.set(department, {
      south: Math.min(south, lat),
      north: Math.max(north, lat),
      west: Math.min(west, lng),
      east: Math.max(east, lng),
    });
  }
  return ({ lat, lng }, department, withinKm) => {
    const square = squares.get(department);
    if (!square) return false;
    const [y, x] = [lat * 10_000, lng * 10_000];
    const margin = withinKm / KM_PER_E4;
    const widened = margin / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
    return (
      y >= square.south - margin &&
      y <= square.north + margin &&
      x >= square.west - widened &&
      x <= square.east + widened
    );
  };
}

function rowsOfDistricts(parents: Int32Array, districts: Int8Array): Map<number, Map<number, number>> {
  const rows = new Map<number, Map<number, number>>();
  for (let row = 0; row < districts.length; row++) {
    const district = districts[row] ?? 0;
    if (district === 0) continue;
    const parent = parents[row] ?? -1;
    const siblings = rows.get(parent) ?? new Map<number, number>();
    rows.set(parent, siblings.set(district, row));
  }
  return rows;
}

function rowsOfPostcodes(postcodes: string[], parents: Int32Array, districts: Int8Array): Map<string, number[]> {
  const rows = new Map<string, number[]>();
  for (const [row, list] of postcodes.entries()) {
    const district = districts[row] ?? 0;
    if ((parents[row] ?? -1) >= 0 && district === 0) continue;
    for (const postcode of list.split(' ')) {
      const served = rows.get(postcode);
      if (!served) rows.set(postcode, [row]);
      else if (district > 0) rows.set(postcode, [row]);
      else served.push(row);
    }
  }
  return rows;
}
