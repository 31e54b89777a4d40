import { boxed, type Land, outlined } from './shapes.ts';

// Islands without a bridge or a road tunnel. Skye, Anglesey, Zealand, Funen, Öland and Rügen have one and are not here; neither
// is Sylt, whose cars go by rail as through the Channel Tunnel.

const BRITISH_ISLES: readonly Land[] = [
  boxed('Jersey', 49.15, -2.28, 49.28, -1.99),
  boxed('Guernsey', 49.4, -2.7, 49.52, -2.49),
  boxed('Sark', 49.4, -2.4, 49.46, -2.33),
  boxed('Alderney', 49.69, -2.26, 49.75, -2.14),
  boxed('Scilly', 49.86, -6.46, 49.99, -6.2),
  // Lymington, Hurst and Portsmouth look at it across one to five kilometres of water.
  outlined(
    'Isle of Wight',
    '50.56 -1.32, 50.65 -1.6, 50.715 -1.53, 50.74 -1.42, 50.772 -1.3, 50.745 -1.15, 50.69 -1.05',
  ),
  boxed('Isle of Man', 54.03, -4.86, 54.43, -4.28),
  // The east coast keeps off Kintyre, 20 km away at the nearest.
  outlined(
    'Ireland',
    `51.3 -10.8, 55.5 -10.8, 55.5 -6.9, 55.3 -6.0, 55.0 -5.6, 54.6 -5.38, 54.3 -5.38, 53.4 -5.9,
    52.1 -6.2, 51.3 -9.3`,
  ),
  boxed('Arran', 55.42, -5.42, 55.73, -5.05),
  boxed('Islay and Jura', 55.57, -6.55, 56.15, -5.78),
  // Lochaline on the mainland lies in its box.
  outlined(
    'Mull',
    `56.25 -6.45, 56.66 -6.4, 56.66 -6.05, 56.6 -5.99, 56.53 -5.8, 56.49 -5.68, 56.35 -5.62,
    56.25 -5.95`,
  ),
  boxed('Tiree and Coll', 56.43, -7.0, 56.7, -6.43),
  // Slanted, to leave out Skye.
  outlined('Outer Hebrides', '56.7 -7.9, 58.6 -7.5, 58.6 -5.95, 57.9 -6.2, 57.3 -7.05, 56.7 -7.3'),
  boxed('Orkney', 58.72, -3.45, 59.42, -2.35),
  boxed('Shetland', 59.8, -2.2, 60.9, -0.7),
];

const NORTH: readonly Land[] = [
  boxed('Iceland', 63.2, -24.6, 66.6, -13.4),
  boxed('Faroe Islands', 61.35, -7.8, 62.45, -6.2),
  boxed('Svalbard', 74, 10, 81, 34),
  boxed('Texel', 52.99, 4.7, 53.19, 4.92), // Den Helder ends at 52.97
  boxed('Vlieland', 53.21, 4.85, 53.32, 5.12),
  boxed('Terschelling', 53.34, 5.14, 53.46, 5.58),
  boxed('Ameland', 53.42, 5.61, 53.47, 5.97),
  boxed('Borkum', 53.55, 6.63, 53.62, 6.8),
  boxed('Norderney', 53.69, 7.12, 53.73, 7.28),
  boxed('Helgoland', 54.16, 7.86, 54.2, 7.93),
  boxed('Föhr', 54.67, 8.38, 54.77, 8.63),
  boxed('Samsø', 55.76, 10.5, 56.01, 10.73),
  boxed('Læsø', 57.2, 10.85, 57.33, 11.22),
  boxed('Bornholm', 54.95, 14.65, 55.32, 15.2),
  boxed('Gotland', 56.88, 18.0, 58.02, 19.4),
  boxed('Åland', 59.9, 19.3, 60.5, 20.6),
  boxed('Saaremaa', 57.88, 21.7, 58.68, 23.43), // with Muhu; Virtsu on the mainland is at 23.5
  boxed('Hiiumaa', 58.68, 22.0, 59.12, 23.12),
];

const ATLANTIC: readonly Land[] = [
  boxed('Tenerife', 27.95, -16.95, 28.62, -16.08),
  boxed('Gran Canaria', 27.7, -15.87, 28.2, -15.33),
  boxed('Lanzarote', 28.82, -13.92, 29.26, -13.38),
  boxed('Fuerteventura', 28.02, -14.55, 28.78, -13.8),
  boxed('La Gomera', 28.0, -17.37, 28.24, -17.07),
  boxed('La Palma', 28.43, -18.03, 28.88, -17.7),
  boxed('El Hierro', 27.62, -18.2, 27.87, -17.86),
  boxed('Madeira', 32.6, -17.3, 32.9, -16.63),
  boxed('Porto Santo', 33.0, -16.42, 33.13, -16.27),
  boxed('São Miguel', 37.68, -25.88, 37.93, -25.1),
  boxed('Santa Maria of the Azores', 36.9, -25.22, 37.03, -24.98),
  boxed('Terceira', 38.62, -27.41, 38.82, -27.02),
  boxed('Faial', 38.5, -28.85, 38.66, -28.59),
  boxed('Pico', 38.37, -28.57, 38.57, -28.02),
  boxed('São Jorge', 38.53, -28.34, 38.77, -27.74),
];

export const NORTHERN_ISLANDS: readonly Land[] = [...BRITISH_ISLES, ...NORTH, ...ATLANTIC];
