import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors.ts';
import { type Geocoder, isPlace, type Place, PlacesUnavailable, type Road, type Router } from '../places/place.ts';

/** Two places and the road between them. */
export interface Ride {
  from: Place;
  to: Place;
  road: Road;
}

type RideFinder = (pickup: string, dropoff: string) => Ride | Promise<Ride>;

// Providers have their own cache for a day; this one saves geocoding both ends of a ride that is requested again.
const REMEMBERED_FOR_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** Only successful lookups are cached. */
export function createRideFinder(geocoder: Geocoder, router: Router): RideFinder {
  const remembered = new LRUCache<string, Ride>({ max: MAX_REMEMBERED, ttl: REMEMBERED_FOR_MS });
  const find = async (pickup: string, dropoff: string): Promise<Ride> => {
    const [from, to] = await Promise.all([geocoder.place(pickup), geocoder.place(dropoff)]);
    if (!isPlace(from) || !isPlace(to)) throw unplaced({ pickup: from, dropoff: to });
    const road = isSameText(pickup, dropoff) ? NO_WAY : await router.route(from, to);
    if (!road) throw new ApiError('ROUTE_NOT_FOUND', { message: `No road leads from ${from.label} to ${to.label}.` });
    return { from, to, road };
  };
  const findAndRemember = async (key: string, pickup: string, dropoff: string): Promise<Ride> => {
    try {
      const ride = await find(pickup, dropoff);
      remembered.set(key, ride);
      return ride;
    } catch (error) {
      if (!(error instanceof PlacesUnavailable)) throw error;
      throw new ApiError('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '5' } });
    }
  };
  return (pickup, dropoff) => {
    const key = JSON.stringify([pickup, dropoff]);
    return remembered.get(key) ?? findAndRemember(key, pickup, dropoff);
  };
}

function unplaced(ends: Record<'pickup' | 'dropoff', Awaited<ReturnType<Geocoder['place']>>>): ApiError {
  const reasons = Object.entries(ends).flatMap(([name, end]) => (isPlace(end) ? [] : [`${name}: ${end.reason}`]));
  return new ApiError('ADDRESS_NOT_FOUND', { message: `${reasons.join('. ')}.` });
}

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const NO_WAY: Road = { distanceKm: 0, durationMinutes: 0, isEstimated: true };
