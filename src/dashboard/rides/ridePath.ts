import { TRIPS_PATH } from '../trips/filter.ts';

export const RIDES_PATH = '/app/rides';

/** The page of a driver's own trip, or of a ride for a contractor. */
export const ridePath = ({ tripId, contractorName }: { tripId: string; contractorName: string | null }): string =>
  `${contractorName === null ? TRIPS_PATH : RIDES_PATH}/${tripId}`;
