// Reads the town's map without an engine: where its corners are, and how long a route along them is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const EARTH_RADIUS_KM = 6371;
const text = readFileSync(join(import.meta.dirname, 'town.osm'), 'utf8');
const nodes = new Map(
  [...text.matchAll(/<node id="(\d+)".* lat="([-\d.]+)" lon="([-\d.]+)"/g)].map(([, id, lat, lng]) => [
    Number(id),
    { lat: Number(lat), lng: Number(lng) },
  ]),
);

export function corner(id) {
  const node = nodes.get(id);
  if (node === undefined) throw new Error(`the town has no node ${id}`);
  return { label: `node ${id}`, precision: 'coordinates', ...node };
}

export const lengthKm = (ids) =>
  ids.slice(1).reduce((sum, id, index) => sum + greatCircleKm(corner(ids[index]), corner(id)), 0);

function greatCircleKm(from, to) {
  const radians = Math.PI / 180;
  const sinLat = Math.sin(((to.lat - from.lat) * radians) / 2);
  const sinLng = Math.sin(((to.lng - from.lng) * radians) / 2);
  const h = sinLat ** 2 + Math.cos(from.lat * radians) * Math.cos(to.lat * radians) * sinLng ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(h));
}
