import type { PRECISIONS } from '../contract/quote.ts';

export interface Coordinates {
  lat: number;
  lng: number;
}

/** The place that an address was resolved to. */
export interface Place extends Coordinates {
  label: string;
  precision: (typeof PRECISIONS)[number];
  /**
   * The geocoder does not know some words of the address: another place, named after this one, another terminal or
   * another house may be meant.
   */
  isPartial?: boolean;
  /** A long street without a house number; the point is its middle. */
  isLongStreet?: boolean;
  /** The town, if the address does not say it: everybody knows the Rue de Rivoli without one. */
  assumedTown?: string;
}

/** Why an address could not be resolved; the reason is shown to the client. */
export interface Unplaced {
  reason: string;
}

/** Returns the reason if it does not know the address; throws PlacesUnavailable if it cannot tell. */
export interface Geocoder {
  place(address: string): Promise<Place | Unplaced>;
}

/** Addresses that the text may be the beginning of, or is nearly, the likeliest first. The geocoder understands all of them. */
export type Suggest = (text: string) => string[];

export interface Road {
  distanceKm: number;
  durationMinutes: number;
  /** False only if a router measured it on a map. */
  isEstimated: boolean;
}

/** Returns undefined if no road leads there; throws PlacesUnavailable if it cannot tell. */
export interface Router {
  route(from: Place, to: Place): Promise<Road | undefined>;
}

/** A provider is down, slow, over its limit, or returned something unexpected: no price may be based on that. */
export class PlacesUnavailable extends Error {
  override name = 'PlacesUnavailable';
}

const CENTRES: ReadonlySet<Place['precision']> = new Set(['postcode', 'commune', 'city']);

/** The point stands for every address of a town or a part of it. */
export const isCentre = ({ precision }: Pick<Place, 'precision'>): boolean => CENTRES.has(precision);

const NAMED: ReadonlySet<Place['precision']> = new Set(['place', 'station', 'airport']);

/** A place that people know by its name. */
export const isNamed = ({ precision }: Pick<Place, 'precision'>): boolean => NAMED.has(precision);

export const isPlace = (answer: Place | Unplaced): answer is Place => 'lat' in answer;
