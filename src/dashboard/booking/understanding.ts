import type { Account } from '../../accounts/accountStore.ts';
import type { Trip } from '../../contract/trip.ts';
import { QUOTE_ADDRESS } from '../../contract/values.ts';
import { parseId } from '../../identifiers.ts';
import type { RateLimit } from '../../limits/rateLimits.ts';
import { type Coordinates, isPlace, type Place, PlacesUnavailable } from '../../places/place.ts';
import type { Language } from '../../web/language.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { hiredFor, hireFault } from '../pricing/hireHours.tsx';
import { type Trial, type Tried, type TriedRide, tryRide } from '../pricing/quoteDraft.ts';
import { tidyText } from '../typedText.ts';
import { readPickupTime } from '../typedTime.ts';
import { bookingWords } from '../words/booking.ts';
import { formWords } from '../words/form.ts';
import { quoteWords } from '../words/quotePanel.ts';
import type { BookingDraft } from './bookingDraft.ts';

/** What an address was understood as, or why not and what may have been meant. */
export type FoundAddress =
  | { place: Place; isCopied: boolean }
  | { fault: string; isEmpty: boolean; nearest: readonly string[] };

/** A ride as it was understood. */
export interface Understood {
  pickup: FoundAddress;
  dropoff: FoundAddress;
  tried: Tried;
}

interface Asker {
  account: Account;
  limit: RateLimit;
  /** The trip that the form was copied from: its addresses keep their coordinates, which may come from elsewhere. */
  copied: Trip | undefined;
  now: Date;
  language: Language;
}

export async function understand(
  dependencies: Pick<DashboardDependencies, 'geocoder' | 'quote' | 'suggest'>,
  asker: Asker,
  draft: BookingDraft,
): Promise<Understood> {
  const { quote } = dependencies;
  const { account, limit, now, language } = asker;
  const words = quoteWords[language];
  if (isTooShort(draft.pickup) && isTooShort(draft.dropoff)) {
    const missing = unfound(bookingWords[language].addressMissing, true);
    return { pickup: missing, dropoff: missing, tried: { line: words.waiting } };
  }
  const { isExceeded, resetSeconds } = await limit.count(account.accountId);
  if (isExceeded) {
    const refused = unfound(bookingWords[language].tooManyLookups(resetSeconds), false);
    return { pickup: refused, dropoff: refused, tried: { line: words.tooMany(resetSeconds) } };
  }
  const find = (address: string) => findAddress(dependencies, asker, address);
  const [pickup, dropoff] = await Promise.all([find(draft.pickup), find(draft.dropoff)]);
  const trial = { quote, accountId: account.accountId, isVatExempt: account.isVatExempt, now, language };
  return { pickup, dropoff, tried: await priceOf(trial, draft, { pickup, dropoff }) };
}

export const rideOf = (tried: Tried): TriedRide['ride'] | undefined => ('ride' in tried ? tried.ride : undefined);

const isTooShort = (address: string) => [...address].length < QUOTE_ADDRESS.min;

const unfound = (fault: string, isEmpty: boolean, nearest: readonly string[] = []): FoundAddress => ({
  fault,
  isEmpty,
  nearest,
});

async function findAddress(
  { geocoder, suggest }: Pick<DashboardDependencies, 'geocoder' | 'suggest'>,
  { copied, language }: Asker,
  address: string,
): Promise<FoundAddress> {
  const words = bookingWords[language];
  if (isTooShort(address)) return unfound(words.addressMissing, true);
  if ([...address].length > QUOTE_ADDRESS.max) return unfound(formWords[language].tooLong(QUOTE_ADDRESS.max), false);
  const ends = copied ? [copied.pickupAddress, copied.destinationAddress] : [];
  const same = ends.find((end) => tidyText(end.address) === address);
  const copy: FoundAddress | undefined = same && {
    place: { label: address, lat: same.lat, lng: same.lng, precision: 'address' },
    isCopied: true,
  };
  try {
    const place = await geocoder.place(address);
    // Also for a copy: the router must know whether its point is, for instance, an airport or the centre of a town.
    if (isPlace(place) && (!same || isSamePoint(place, same))) return { place, isCopied: false };
    return copy ?? unfound(words.addressNotFound, false, suggest(address));
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error;
    return copy ?? unfound(words.addressUnavailable, false);
  }
}

const isSamePoint = (a: Coordinates, b: Coordinates) => a.lat === b.lat && a.lng === b.lng;

async function priceOf(
  trial: Trial,
  draft: BookingDraft,
  { pickup, dropoff }: Omit<Understood, 'tried'>,
): Promise<Tried> {
  const words = quoteWords[trial.language];
  if (!('place' in pickup) || !('place' in dropoff)) {
    const faulty = [pickup, dropoff].flatMap((end) => ('fault' in end ? [end] : []));
    return { line: faulty.find(({ isEmpty }) => isEmpty) ? words.waiting : (faulty[0]?.fault ?? '') };
  }
  const time = draft.at === '' ? { moment: trial.now } : readPickupTime(draft, trial.now, trial.language);
  if ('fault' in time) return { line: time.fault };
  const hired = hiredFor(draft);
  if (!hired) return { line: hireFault(trial.language) };
  if (draft.serviceTierId === '') return { line: bookingWords[trial.language].categoryOrPrice };
  const pricingSchemeId = draft.pricingSchemeId === '' ? null : parseId(draft.pricingSchemeId);
  if (pricingSchemeId === undefined) return { line: words.schemeNotFound };
  const tried = await tryRide(trial, {
    pickup: pickup.isCopied ? literal(pickup.place) : draft.pickup,
    dropoff: dropoff.isCopied ? literal(dropoff.place) : draft.dropoff,
    serviceTierId: parseId(draft.serviceTierId) ?? '',
    ...{ pricingSchemeId, tripType: draft.tripType, ...hired, moment: time.moment },
  });
  return 'ride' in tried ? { ...tried, ride: { ...tried.ride, from: pickup.place, to: dropoff.place } } : tried;
}

/** Geocoders take coordinates as they are. */
const literal = ({ lat, lng }: Coordinates) => `${lat.toFixed(6)},${lng.toFixed(6)}`;
