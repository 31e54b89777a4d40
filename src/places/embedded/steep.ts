import type { Coordinates } from '../place.ts';
import { boxAround, boxed, covers, type Land, outlined, overlap } from './lands/shapes.ts';

// Where roads go round mountains rather than over them: drawn from an elevation map, not fitted to the errors of the
// estimate.
const STEEP: readonly Land[] = [
  // East of Annecy, Grenoble, Digne and Grasse, with the Swiss and Italian side and the coast from Nice to Menton; without the Rhône valley and Milan.
  outlined(
    'Alps',
    `46.4 6.4, 46.1 6.35, 45.75 6.2, 45.5 6.1, 45.1 5.85, 44.7 5.5, 44.3 5.6, 43.85 6.3, 43.8 7.2,
    43.7 7.3, 43.76 7.55, 43.88 7.6, 44.2 7.4, 45.0 7.2, 45.9 8.0, 46.5 9.5, 46.9 9.5, 46.6 7.7`,
  ),
  // With Andorra, from Lourdes and Foix on.
  outlined(
    'Pyrenees',
    `43.1 -1.3, 43.1 -0.4, 43.1 0.2, 42.98 0.8, 42.97 1.7, 42.7 2.5, 42.4 2.7, 42.2 2.2, 42.3 0.5,
    42.6 -0.7, 42.9 -1.3`,
  ),
  // Cantal, Lozère, Cévennes and the Ardèche heights.
  outlined('Massif Central', '45.25 2.3, 45.25 3.1, 45.1 4.3, 44.6 4.35, 44.0 3.8, 44.0 3.2, 44.7 2.6'),
  boxed('Corsica', 41.32, 8.5, 43.1, 9.6),
  boxed('Basse-Terre of Guadeloupe', 15.92, -61.83, 16.37, -61.57),
  boxed('Martinique', 14.37, -61.25, 14.9, -60.79),
  boxed('Réunion', -21.42, 55.2, -20.85, 55.86),
];

// Fine enough to notice a range 40 km wide on the way across France.
const SAMPLES = 16;

/** The share of the straight line in the mountains, from 0 to 1. */
export function steepShare(from: Coordinates, to: Coordinates): number {
  const way = boxAround([from, to]);
  const near = STEEP.filter((land) => overlap(land, way));
  if (near.length === 0) return 0;
  let steep = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const along = (sample + 0.5) / SAMPLES;
    const point = { lat: from.lat + (to.lat - from.lat) * along, lng: from.lng + (to.lng - from.lng) * along };
    if (near.some((land) => covers(land, point))) steep++;
  }
  return steep / SAMPLES;
}
