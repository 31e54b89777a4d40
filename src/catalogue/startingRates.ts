import type { Rates } from '../money/rates.ts';
import type { TripType } from '../money/vat.ts';

export const USUAL_TIME_ZONE = 'Europe/Paris';

/** Ordinary French chauffeur rates: a start to change from, so that a new account can quote at once. */
export const STARTING_RATES: Record<TripType, Rates> = {
  TRIP: { baseCents: 500, perKmCents: 180, perMinuteCents: 35, minimumCents: 1500 },
  AVAILABILITY: { baseCents: 0, perKmCents: 0, perMinuteCents: 75, minimumCents: 4500 },
};
