import { boxed, type Land, outlined } from './shapes.ts';

// The large islands far from France, roughly. One that is missing here lies on no land at all and has no road, which is the safe error.
export const WORLD_ISLANDS: readonly Land[] = [
  // America
  boxed('Newfoundland', 46.55, -59.5, 51.35, -52.6),
  outlined(
    'Vancouver Island',
    '48.2 -123.2, 48.2 -125.5, 50.9 -128.6, 50.95 -127.2, 50.3 -125.35, 49.2 -123.6, 48.75 -123.25',
  ),
  boxed('Greenland', 59.7, -56, 83.7, -11),
  boxed('Cuba', 19.8, -85, 23.3, -74.1),
  boxed('Hispaniola', 17.5, -74.5, 20.1, -68.3),
  boxed('Jamaica', 17.7, -78.4, 18.55, -76.15),
  boxed('Puerto Rico', 17.9, -67.3, 18.55, -65.55),
  boxed('Antigua', 16.98, -61.92, 17.18, -61.65),
  boxed('Dominica', 15.2, -61.5, 15.65, -61.24),
  boxed('Saint Lucia', 13.7, -61.1, 14.12, -60.86),
  boxed('Barbados', 13.03, -59.67, 13.35, -59.4),
  boxed('Trinidad', 10.0, -61.95, 10.9, -60.9),
  boxed('Oahu', 21.2, -158.3, 21.75, -157.6),
  boxed('Maui', 20.55, -156.75, 21.05, -155.95),
  boxed('Hawaii', 18.85, -156.1, 20.3, -154.75),

  // Africa and the Indian Ocean
  boxed('Madagascar', -25.7, 43.1, -11.9, 50.6),
  boxed('Mauritius', -20.55, 57.3, -19.95, 57.83),
  boxed('Mahé', -4.82, 55.35, -4.53, 55.56),
  boxed('Zanzibar', -6.5, 39.15, -5.7, 39.6),
  boxed('Santiago of Cape Verde', 14.88, -23.82, 15.36, -23.4),
  boxed('Sri Lanka', 5.9, 79.55, 9.9, 81.95),

  // Asia and Oceania
  boxed('Hokkaido', 41.57, 139.3, 45.6, 145.9),
  // Honshu, Kyushu and Shikoku are joined; the western side keeps off Korea.
  outlined('Honshu', '30.9 129.5, 33.5 129.4, 35 131, 37.5 136, 41.57 139.5, 41.57 142.2, 35 141.5, 30.9 132'),
  boxed('Okinawa', 26.05, 127.6, 26.9, 128.35),
  boxed('Taiwan', 21.85, 119.95, 25.4, 122.1),
  boxed('Hainan', 18.1, 108.5, 20.17, 111.1),
  boxed('Luzon', 12.5, 119.7, 18.7, 124.2),
  boxed('Mindanao', 5.5, 121.8, 9.9, 126.6),
  boxed('Borneo', -4.2, 108.8, 7.1, 119.3),
  outlined('Sumatra', '5.9 95, 5.3 97.6, 1.8 102.2, 0.3 104, -3 106.2, -5.95 105.95, -5.95 104, -0.9 99.9'),
  boxed('Bali', -8.9, 114.42, -8.05, 115.72),
  boxed('Java', -8.85, 105.1, -5.85, 114.5),
  boxed('Tasmania', -43.7, 144.5, -40.6, 148.4),
  boxed('Australia', -39.2, 113, -10.6, 153.7),
  boxed('South Island of New Zealand', -46.7, 166.4, -40.45, 174.4),
  boxed('North Island of New Zealand', -41.65, 172.6, -34.3, 178.6),
];
