import type { FastifyRequest } from 'fastify';
import { listPricingSchemes } from '../../catalogue/pricingSchemeStore.ts';
import type { Trip } from '../../contract/trip.ts';
import { type Cents, centsFromEuros } from '../../money/cents.ts';
import { moneyText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { copiedBookingForm, isInUse } from '../booking/bookingDraft.ts';
import { rideOf, understand } from '../booking/understanding.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sessionOf } from '../page.ts';
import { visitOf } from '../visit.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { pathOf, type ShownTrip } from './tripReader.ts';
import { checkUpdate, type UpdateDraft } from './updateDraft.ts';

/**
 * What the account's rates ask for the trip with the time and the duration typed, if one of them and the price are others;
 * the default rates once those of the trip are retired.
 * Undefined if nobody can tell: a quote does not know the route of a ride that ends where it begins.
 */
export async function quoteAfterChange(
  request: FastifyRequest,
  dependencies: DashboardDependencies,
  trip: Trip,
  draft: UpdateDraft,
): Promise<Cents | undefined> {
  const { language } = visitOf(request);
  const { clock, limits } = dependencies;
  const now = clock();
  const { update, faults } = checkUpdate(draft, trip, now, language);
  const { scheduledAt, estimatedDurationMinutes } = update;
  const isChanged =
    scheduledAt.toISOString() !== trip.scheduledPickupTime ||
    estimatedDurationMinutes !== trip.estimatedDurationMinutes;
  if (!isChanged || ['at', 'which', 'hireHours'].some((field) => faults.has(field))) return undefined;
  const asker = {
    ...{ account: sessionOf(request).account, copied: trip, limit: limits.triedRates, language },
    now: new Date(Math.min(now.getTime(), scheduledAt.getTime() - 1)), // a pickup that is left as it was may be in the past
  };
  const schemes = await listPricingSchemes(dependencies.database, asker.account.accountId);
  const { draft: copy } = copiedBookingForm(trip, false, { schemes: schemes.filter(isInUse), vehicles: [] });
  const { at, which, hireHours } = draft;
  const booking = { ...copy, at, which, hireHours };
  const ride = rideOf((await understand(dependencies, asker, booking)).tried);
  if (!ride || (trip.tripType === 'TRIP' && ride.tensOfMetres === 0)) return undefined;
  const { totalTtcCents } = ride.price;
  return totalTtcCents === centsFromEuros(trip.price) ? undefined : totalTtcCents;
}

interface RatesHintProperties {
  shown: ShownTrip;
  quotedCents: Cents | undefined;
  language: Language;
}

/**
 * Below the price; follows what is typed, and so does `WhichTime`. An answer that does not arrive leaves no price of something
 * else.
 */
export function RatesHint({ shown, quotedCents, language }: RatesHintProperties) {
  const money = (cents: Cents) => moneyText(cents, language);
  const agreedCents = centsFromEuros(shown.trip.price);
  return (
    <p
      id="rates-hint"
      class="hint"
      aria-live="polite"
      data-live="#rates-hint, #which-time"
      data-live-from={pathOf(shown, '/edit/price')}
      data-failed=""
    >
      {quotedCents !== undefined && tripChangeWords[language].afterChange(money(quotedCents), money(agreedCents))}
    </p>
  );
}
