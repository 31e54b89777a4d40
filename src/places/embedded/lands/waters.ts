import type { Coordinates } from '../../place.ts';
import { type Box, boxAround, readCorners } from './shapes.ts';

/** A water that cuts the straight way, and the bridges or shores where a road gets round it. */
interface Water extends Box {
  name: string;
  /** Down its middle, where nobody drives across. */
  line: readonly Coordinates[];
  waysRound: readonly Coordinates[];
}

function water(name: string, line: string, waysRound: string): Water {
  const corners = readCorners(line);
  return { name, ...boxAround(corners), line: corners, waysRound: readCorners(waysRound) };
}

// Only waters with towns on both shores, so that riders do ask for the other one.
export const WATERS: readonly Water[] = [
  water('Seine estuary', '49.47 -0.3, 49.44 0.26', '49.43 0.28'), // Pont de Normandie
  water('Rance', '48.75 -2.1, 48.62 -2.03', '48.618 -2.02'), // the tidal barrage
  water('Bay of Mont-Saint-Michel', '48.9 -1.8, 48.66 -1.48', '48.58 -1.4'), // Pontaubault
  water('Brest roads', '48.33 -4.9, 48.33 -4.5, 48.29 -4.27', '48.27 -4.26'), // Pont de Térénez
  water('Bay of Douarnenez', '48.17 -4.9, 48.17 -4.32', '48.17 -4.28'),
  water('Gulf of Morbihan', '47.5 -3.0, 47.56 -2.93, 47.57 -2.78', '47.65 -2.74'), // Vannes
  water('Loire estuary', '47.2 -2.45, 47.28 -2.18', '47.283 -2.165'), // the bridge of Saint-Nazaire
  water('Gironde', '45.65 -1.35, 45.45 -0.9, 45.05 -0.65', '44.98 -0.47'), // the bridges of Saint-André-de-Cubzac
  water('Arcachon basin', '44.55 -1.3, 44.68 -1.15', '44.7 -1.03'),
  water('Gulf of Saint-Tropez', '43.3 6.75, 43.275 6.6', '43.272 6.575'), // Port Grimaud
  water('Toulon roads', '43.06 6.0, 43.1 5.91', '43.115 5.89'),
  water('Lake Geneva', '46.22 6.17, 46.37 6.32, 46.45 6.6, 46.39 6.87', '46.205 6.15, 46.37 6.92'), // Geneva, and Villeneuve
  water('Lake Annecy', '45.89 6.14, 45.84 6.18, 45.79 6.21', '45.9 6.13, 45.77 6.22'),
  water('Lake Bourget', '45.8 5.85, 45.67 5.88', '45.655 5.88, 45.81 5.84'),
];
