import type { PRECISIONS } from '../contract/quote.ts';

export interface Coordinates {
  lat: number;
  lng: number;
}

/** A place that an address was understood as. */
export interface Place extends Coordinates {
  label: string;
  precision: (typeof PRECISIONS)[number];
}

/** Why an address names no one place; the reason is for the caller. */
export interface Unplaced {
  reason: string;
}

/** Answers why when it does not know the address, and throws PlacesUnavailable when it cannot tell. */
export interface Geocoder {
  place(address: string): Promise<Place | Unplaced>;
}

export interface Road {
  distanceKm: number;
  durationMinutes: number;
  /** False only when a router measured it on a map. */
  isEstimated: boolean;
}

/** Answers undefined when no road leads there, and throws PlacesUnavailable when it cannot tell. */
export interface Router {
  route(from: Place, to: Place): Promise<Road | undefined>;
}

/** A provider is down, slow, over its limit, or answers what it should not: nobody may make a price of that. */
export class PlacesUnavailable extends Error {
  override name = 'PlacesUnavailable';
}

export const isPlace = (answer: Place | Unplaced): answer is Place => 'lat' in answer;
