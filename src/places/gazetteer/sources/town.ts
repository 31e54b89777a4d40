import type { Coordinates } from '../../place.ts';
import type { PointOrigin } from '../indexFile.ts';

/** A future row of the towns: a commune, a district, a former commune or a named part of a commune. */
export interface Town {
  code: string;
  name: string;
  population: number;
  department: string;
  postcodes: string[];
  parentCode: string | undefined;
  district: number;
  point: Coordinates | undefined;
  origin: (typeof PointOrigin)[keyof typeof PointOrigin];
}

export function pushTo<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
