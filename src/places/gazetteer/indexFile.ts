/**
 * What the build writes and the service loads: columns instead of rows, so that the file is small and quick to read.
 * Coordinates are in ten-thousandths of a degree (about ten metres); more would exceed the sources' precision.
 */
export interface IndexFile {
  /** The licences require it wherever the data go. */
  attribution: string;
  towns: TownColumns;
  departments: { codes: string[]; names: string[] };
  quarters: QuarterColumns;
  cities: CityColumns;
  countries: { codes: string[]; labels: string[]; names: string[][] };
  airports: AirportColumns;
}

/** French communes, their districts, and the places and former communes within them. */
export interface TownColumns {
  names: string[];
  latE4: number[];
  lngE4: number[];
  populations: number[];
  /** Into the departments' columns. */
  departments: number[];
  /** Separated by spaces. */
  postcodes: string[];
  /** The row of the commune a district or former commune belongs to; -1 for a commune. */
  parents: number[];
  /** One character per row: see PointOrigin. */
  origins: string;
  /** For a district its number, else 0. */
  districts: number[];
}

/** Its own point, or one derived from its neighbours of the same postcode, or of a wider area. */
export const PointOrigin = { own: 'o', postcode: 'p', area: 'a' } as const;

/** Parts of the biggest cities: names that count only beside their city. */
interface QuarterColumns {
  names: string[];
  latE4: number[];
  lngE4: number[];
  /** Rows of the towns' columns. */
  towns: number[];
}

export interface CityColumns {
  names: string[];
  latE4: number[];
  lngE4: number[];
  populations: number[];
  /** Into the countries' columns. */
  countries: number[];
}

export interface AirportColumns {
  iata: string[];
  names: string[];
  /** As the source writes them: "Biarritz/Anglet/Bayonne". */
  towns: string[];
  latE4: number[];
  lngE4: number[];
}

export const toE4 = (degrees: number): number => Math.round(degrees * 10_000);
