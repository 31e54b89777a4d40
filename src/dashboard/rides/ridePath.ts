import { TRIPS_PATH } from '../trips/filter.ts';

export const RIDES_PATH = '/app/rides';

/** Opens the page of a driver's own trip from their rides: then it leads back there, as those of contractors always do. */
export const FROM_RIDES = '?from=rides';

/** The page of a driver's own trip, or of a ride for a contractor. */
export const ridePath = (
  { tripId, contractorName }: { tripId: string; contractorName: string | null },
  origin: '' | typeof FROM_RIDES = '',
): string => (contractorName === null ? `${TRIPS_PATH}/${tripId}${origin}` : `${RIDES_PATH}/${tripId}`);
