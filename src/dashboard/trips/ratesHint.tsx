import type { FastifyRequest } from 'fastify';
import type { Trip } from '../../contract/trip.ts';
import { type Cents, centsFromEuros } from '../../money/cents.ts';
import { moneyText } from '../../web/components/moment.tsx';
import type { Language } from '../../web/language.ts';
import { copiedBookingForm } from '../booking/bookingDraft.ts';
import { rideOf, understand } from '../booking/understanding.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { sessionOf } from '../page.ts';
import { visitOf } from '../visit.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { pathOf, type ShownTrip } from './tripReader.ts';
import { checkUpdate, type UpdateDraft, updateDraftOf } from './updateDraft.ts';

/**
 * What the account's rates ask for the trip at the time typed, if that is another time and another price. Undefined if nobody can
 * tell: a quote knows neither how long an hourly hire is, nor the route of a ride that ends where it begins.
 */
export async function quoteAtNewTime(
  request: FastifyRequest,
  dependencies: DashboardDependencies,
  trip: Trip,
  draft: UpdateDraft,
): Promise<Cents | undefined> {
  const { language } = visitOf(request);
  const { clock, limits } = dependencies;
  const now = clock();
  const { at, which } = updateDraftOf(trip, language);
  const { faults } = checkUpdate(draft, trip, now, language);
  const isMoved = (draft.at !== at || draft.which !== which) && !faults.has('at') && !faults.has('which');
  if (!isMoved || trip.tripType !== 'TRIP') return undefined;
  const asker = { account: sessionOf(request).account, copied: trip, limit: limits.triedRates, now, language };
  const { draft: copy } = copiedBookingForm(trip, false, { schemes: [], vehicles: [] });
  const booking = { ...copy, pricingSchemeId: trip.pricingSchemeId ?? '', at: draft.at, which: draft.which };
  const ride = rideOf((await understand(dependencies, asker, booking)).tried);
  if (!ride || ride.tensOfMetres === 0) return undefined;
  const { totalTtcCents } = ride.price;
  return totalTtcCents === centsFromEuros(trip.price) ? undefined : totalTtcCents;
}

interface RatesHintProperties {
  shown: ShownTrip;
  quotedCents: Cents | undefined;
  language: Language;
}

/** Below the price; follows the time while it is typed. An answer that does not arrive leaves no price of another time. */
export function RatesHint({ shown, quotedCents, language }: RatesHintProperties) {
  const money = (cents: Cents) => moneyText(cents, language);
  const agreedCents = centsFromEuros(shown.trip.price);
  return (
    <p id="rates-hint" class="hint" aria-live="polite" data-live-from={pathOf(shown, '/edit/price')} data-failed="">
      {quotedCents !== undefined && tripChangeWords[language].atNewTime(money(quotedCents), money(agreedCents))}
    </p>
  );
}
