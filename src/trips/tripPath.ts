import { ApiError } from '../errors.ts';
import { parseId } from '../identifiers.ts';

export interface TripPath {
  id: string;
}

/** A malformed identifier gets the same response as an unknown trip. */
export function tripIdOf({ id }: TripPath): string {
  const tripId = parseId(id);
  if (tripId === undefined) throw new ApiError('TRIP_NOT_FOUND');
  return tripId;
}
