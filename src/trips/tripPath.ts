import { ApiError } from '../errors.ts';
import { parseId } from '../identifiers.ts';

export interface TripPath {
  id: string;
}

/** An identifier that cannot be one names no trip. */
export function tripIdOf({ id }: TripPath): string {
  const tripId = parseId(id);
  if (tripId === undefined) throw new ApiError('TRIP_NOT_FOUND');
  return tripId;
}
