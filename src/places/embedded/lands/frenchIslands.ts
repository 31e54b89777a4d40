import { boxed, type Land } from './shapes.ts';

// Islands that no bridge joins to another land. Ré, Oléron, Noirmoutier and the Mont-Saint-Michel have a road and are not here.
// The boxes end in the water between the island and the nearest quay of the mainland.
export const FRENCH_ISLANDS: readonly Land[] = [
  boxed('Corsica', 41.32, 8.5, 43.1, 9.6), // the south ends in the strait of Bonifacio

  // Channel and Atlantic, from north to south
  boxed('Chausey', 48.85, -1.87, 48.9, -1.78),
  boxed('Bréhat', 48.83, -3.03, 48.88, -2.96), // the Arcouest quay is at 48.822
  boxed('Batz', 48.735, -4.05, 48.76, -3.98), // Roscoff ends at 48.73
  boxed('Ouessant', 48.42, -5.15, 48.49, -5.03),
  boxed('Molène', 48.38, -5.0, 48.42, -4.93),
  boxed('Sein', 48.02, -4.9, 48.05, -4.82),
  boxed('Glénan', 47.7, -4.05, 47.74, -3.95),
  boxed('Groix', 47.61, -3.52, 47.66, -3.4),
  boxed('Belle-Île', 47.27, -3.28, 47.4, -3.04),
  boxed('Houat', 47.37, -3.01, 47.41, -2.92),
  boxed('Hoëdic', 47.32, -2.91, 47.36, -2.84),
  boxed('Île-aux-Moines', 47.57, -2.862, 47.613, -2.828), // Port-Blanc on the mainland is at -2.866
  boxed('Île-d’Arz', 47.575, -2.825, 47.606, -2.78),
  boxed('Yeu', 46.68, -2.42, 46.745, -2.28),
  boxed('Aix', 45.998, -1.19, 46.03, -1.155),

  // Mediterranean
  boxed('Frioul', 43.265, 5.285, 43.29, 5.33),
  boxed('Embiez', 43.07, 5.77, 43.085, 5.793),
  boxed('Porquerolles', 42.975, 6.165, 43.022, 6.26), // the Giens quay is at 43.027
  boxed('Port-Cros', 42.98, 6.36, 43.025, 6.43),
  boxed('Levant', 43.01, 6.43, 43.06, 6.52),
  boxed('Lérins', 43.5, 7.025, 43.527, 7.08), // Cannes ends at 43.534

  // Overseas
  boxed('Marie-Galante', 15.85, -61.36, 16.03, -61.17),
  boxed('Terre-de-Haut', 15.84, -61.605, 15.885, -61.55),
  boxed('Terre-de-Bas', 15.83, -61.67, 15.88, -61.606),
  boxed('La Désirade', 16.28, -61.1, 16.345, -60.98),
  boxed('Guadeloupe', 15.92, -61.83, 16.53, -61.14), // Basse-Terre and Grande-Terre, joined by bridges
  boxed('Martinique', 14.37, -61.25, 14.9, -60.79),
  boxed('Saint-Martin', 18.0, -63.17, 18.13, -62.96),
  boxed('Saint-Barthélemy', 17.86, -62.95, 17.98, -62.78),
  boxed('Réunion', -21.42, 55.2, -20.85, 55.86),
  boxed('Petite-Terre of Mayotte', -12.83, 45.243, -12.74, 45.31), // the airport; a barge leads to Mamoudzou
  boxed('Mayotte', -13.03, 44.98, -12.6, 45.243),
  boxed('Saint-Pierre', 46.74, -56.28, 46.82, -56.1),
  boxed('Miquelon', 46.77, -56.46, 47.16, -56.2),
  boxed('Ouvéa', -20.78, 166.3, -20.35, 166.8),
  boxed('Lifou', -21.2, 166.95, -20.65, 167.5),
  boxed('Maré', -21.7, 167.65, -21.3, 168.2),
  boxed('Île des Pins', -22.75, 167.3, -22.48, 167.6),
  boxed('New Caledonia', -22.45, 163.5, -19.9, 167.1),
  boxed('Tahiti', -17.9, -149.65, -17.45, -149.1),
  boxed('Moorea', -17.62, -149.97, -17.45, -149.72),
  boxed('Bora Bora', -16.57, -151.82, -16.4, -151.67),
  boxed('Raiatea', -16.95, -151.55, -16.69, -151.33),
  boxed('Huahine', -16.85, -151.07, -16.68, -150.92),
  boxed('Wallis', -13.4, -176.28, -13.18, -176.1),
  boxed('Futuna', -14.37, -178.22, -14.22, -177.98),
];
