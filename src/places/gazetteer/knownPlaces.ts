import type { KnownPlace } from './knownPlace.ts';
import { AIRPORTS } from './knownPlacesAirports.ts';
import { PARIS, PARIS_HOTELS, PARIS_REGION } from './knownPlacesParis.ts';
import { BORDERS, ISLANDS, PORTS } from './knownPlacesPortsAndBorders.ts';
import { SKI_RESORTS } from './knownPlacesSki.ts';
import { FOREIGN_STATIONS, MAIN_STATIONS, PARIS_STATIONS } from './knownPlacesStations.ts';
import { VENUES } from './knownPlacesVenues.ts';

/** Written by hand; where two have the same name, the first one here has it. */
export const KNOWN_PLACES: readonly KnownPlace[] = [
  ...AIRPORTS,
  ...PARIS_STATIONS,
  ...MAIN_STATIONS,
  ...FOREIGN_STATIONS,
  ...PARIS,
  ...PARIS_HOTELS,
  ...PARIS_REGION,
  ...VENUES,
  ...PORTS,
  ...ISLANDS,
  ...BORDERS,
  ...SKI_RESORTS,
];
