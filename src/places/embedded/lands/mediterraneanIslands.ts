import { boxed, type Land, outlined } from './shapes.ts';

// Islands without a bridge. Krk, Pag, Euboea and Lefkada have one and are not here.

const WESTERN_MEDITERRANEAN: readonly Land[] = [
  boxed('Mallorca', 39.24, 2.3, 39.98, 3.5),
  boxed('Menorca', 39.78, 3.75, 40.12, 4.36),
  boxed('Ibiza', 38.82, 1.14, 39.14, 1.66),
  boxed('Formentera', 38.63, 1.36, 38.8, 1.6),
  boxed('La Maddalena', 41.195, 9.35, 41.27, 9.5), // with Caprera; Palau ends at 41.19
  boxed('Sardinia', 38.8, 8.1, 41.32, 9.86),
  boxed('Elba', 42.69, 10.08, 42.88, 10.46),
  boxed('Giglio', 42.31, 10.85, 42.4, 10.94),
  boxed('Ischia', 40.68, 13.84, 40.78, 13.98),
  boxed('Procida', 40.73, 13.985, 40.775, 14.045),
  boxed('Capri', 40.53, 14.18, 40.57, 14.28),
  boxed('Vulcano', 38.36, 14.92, 38.43, 15.02),
  boxed('Lipari', 38.43, 14.88, 38.54, 15.0),
  boxed('Salina', 38.52, 14.77, 38.6, 14.88),
  boxed('Egadi', 37.9, 12.0, 38.03, 12.41),
  boxed('Pantelleria', 36.72, 11.9, 36.86, 12.08),
  boxed('Lampedusa', 35.48, 12.5, 35.54, 12.65),
  // The north-eastern side runs down the middle of the strait of Messina, three kilometres wide.
  outlined(
    'Sicily',
    `36.6 12.41, 38.3 12.41, 38.32 15.66, 38.262 15.668, 38.235 15.625, 38.2 15.6, 37.9 15.6,
    36.6 15.6`,
  ),
  boxed('Gozo', 36.0, 14.17, 36.1, 14.36),
  boxed('Malta', 35.78, 14.3, 36.0, 14.6),
];

const EASTERN_MEDITERRANEAN: readonly Land[] = [
  boxed('Cres and Lošinj', 44.8, 14.27, 45.17, 14.435), // east of it lies Krk, which has a bridge
  boxed('Cres and Lošinj', 44.4, 14.27, 44.8, 14.56),
  boxed('Rab', 44.68, 14.64, 44.86, 14.87),
  boxed('Brač', 43.25, 16.37, 43.4, 16.9),
  boxed('Hvar', 43.11, 16.36, 43.24, 17.21),
  boxed('Vis', 43.0, 16.03, 43.09, 16.28),
  boxed('Korčula', 42.87, 16.6, 42.99, 17.05),
  boxed('Korčula', 42.87, 17.05, 42.972, 17.2), // Orebić is at 42.976
  // Ksamil in Albania is two kilometres from its north-east.
  outlined(
    'Corfu',
    `39.85 19.6, 39.835 19.9, 39.8 19.96, 39.73 19.97, 39.6 20.05, 39.45 20.14, 39.33 20.14,
    39.4 19.75`,
  ),
  boxed('Ithaca', 38.29, 20.61, 38.52, 20.78),
  boxed('Kefalonia', 38.03, 20.32, 38.5, 20.83),
  boxed('Zakynthos', 37.62, 20.6, 37.94, 21.02),
  boxed('Crete', 34.9, 23.4, 35.72, 26.35),
  boxed('Aegina', 37.66, 23.4, 37.79, 23.58),
  boxed('Skiathos', 39.12, 23.37, 39.22, 23.53),
  boxed('Skopelos', 39.07, 23.6, 39.22, 23.78),
  boxed('Thasos', 40.56, 24.5, 40.81, 24.8),
  boxed('Lemnos', 39.77, 25.02, 40.05, 25.47),
  boxed('Lesbos', 38.93, 25.8, 39.4, 26.62),
  boxed('Chios', 38.14, 25.83, 38.62, 26.18),
  boxed('Samos', 37.62, 26.55, 37.83, 27.07),
  boxed('Andros', 37.67, 24.65, 38.01, 25.0),
  boxed('Tinos', 37.51, 24.97, 37.69, 25.28),
  boxed('Mykonos', 37.38, 25.28, 37.51, 25.49),
  boxed('Syros', 37.36, 24.84, 37.54, 24.99),
  boxed('Paros', 36.96, 25.05, 37.17, 25.3),
  boxed('Naxos', 36.88, 25.32, 37.23, 25.63),
  boxed('Milos', 36.64, 24.3, 36.78, 24.57),
  boxed('Ios', 36.64, 25.23, 36.79, 25.4),
  boxed('Santorini', 36.32, 25.33, 36.5, 25.5),
  boxed('Kos', 36.65, 26.88, 36.925, 27.37),
  boxed('Rhodes', 35.85, 27.66, 36.48, 28.27),
  boxed('Karpathos', 35.38, 27.03, 35.85, 27.27),
  boxed('Cyprus', 34.5, 32.2, 35.75, 34.65),
];

export const MEDITERRANEAN_ISLANDS: readonly Land[] = [...WESTERN_MEDITERRANEAN, ...EASTERN_MEDITERRANEAN];
