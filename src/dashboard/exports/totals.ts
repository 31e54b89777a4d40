import type { TripStatus } from '../../contract/trip.ts';
import type { TripTotal } from '../../trips/store/exportTrips.ts';
import type { Language } from '../../web/language.ts';
import { exportWords } from '../words/exports.ts';
import { statusWords } from '../words/trips.ts';

export type Totals = Pick<TripTotal, 'trips' | 'priceHtCents' | 'vatCents' | 'priceCents'>;

/** What accountants distinguish: CONFIRMED, OTWTP and OTWTD are open. */
export const GROUPS = ['open', 'FINISHED', 'FINISHED_PAYED', 'CANCELLED'] as const;
export type Group = (typeof GROUPS)[number];

export const groupOf = (status: TripStatus): Group => GROUPS.find((group) => group === status) ?? 'open';

export const groupTitle = (group: Group, language: Language): string =>
  group === 'open' ? exportWords[language].open : statusWords[language][group];

export const isEarned = ({ status }: TripTotal) => status === 'FINISHED' || status === 'FINISHED_PAYED';

export const sumOf = (totals: readonly Totals[]): Totals =>
  totals.reduce(
    (sum, each) => ({
      trips: sum.trips + each.trips,
      priceHtCents: sum.priceHtCents + each.priceHtCents,
      vatCents: sum.vatCents + each.vatCents,
      priceCents: sum.priceCents + each.priceCents,
    }),
    { trips: 0, priceHtCents: 0, vatCents: 0, priceCents: 0 },
  );
