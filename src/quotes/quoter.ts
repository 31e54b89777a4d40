import { batched } from '../database/batching.ts';
import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { type Price, priceRide } from '../money/pricing.ts';
import { ratesAt } from '../money/rates.ts';
import { type TripType, type VatRate, vatRate } from '../money/vat.ts';
import { type Geocoder, isPlace, type Place, PlacesUnavailable, type Road, type Router } from '../places/place.ts';
import { findPricing, type Pricing, type PricingReference } from './store/findPricing.ts';

export interface QuoteOrder extends PricingReference {
  pickup: string;
  dropoff: string;
  tripType: TripType;
  /** Chooses the rates. */
  moment: Date;
  isVatExempt: boolean;
}

export interface PricedRide {
  scheme: NonNullable<Pricing['scheme']>;
  tier: NonNullable<Pricing['tier']>;
  from: Place;
  to: Place;
  tensOfMetres: number;
  tenthsOfMinutes: number;
  isEstimated: boolean;
  price: Price;
  vatRate: VatRate;
  isVatExempt: boolean;
}

export type Quoter = (order: QuoteOrder) => Promise<PricedRide>;

export function createQuoter(database: Queryable, geocoder: Geocoder, router: Router): Quoter {
  const readPricing = batched<PricingReference, Pricing>({
    maxRows: 200,
    maxInFlight: 2,
    accountOf: ({ accountId }) => accountId,
    run: (references) => findPricing(database, references),
  });
  return async (order) => {
    const { scheme, tier } = await readPricing(order);
    if (!tier) throw new ApiError('SERVICE_TIER_NOT_FOUND');
    if (!scheme) throw new ApiError('PRICING_SCHEME_NOT_FOUND', noDefault(order));
    const { from, to, road } = await findRoad(order, geocoder, router);
    const measure = {
      tensOfMetres: Math.round(road.distanceKm * 100),
      tenthsOfMinutes: Math.round(road.durationMinutes * 10),
    };
    const rate = vatRate(order.tripType, order.isVatExempt);
    const price = priceRide(ratesAt(scheme, order.tripType, order.moment), measure, tier.multiplierThousandths, rate);
    return {
      scheme,
      tier,
      from,
      to,
      ...measure,
      isEstimated: road.isEstimated,
      price,
      vatRate: rate,
      isVatExempt: order.isVatExempt,
    };
  };
}

const noDefault = ({ pricingSchemeId }: PricingReference) =>
  pricingSchemeId === null ? { message: 'This account has no default pricing scheme; send pricingSchemeId.' } : {};

async function findRoad({ pickup, dropoff }: QuoteOrder, geocoder: Geocoder, router: Router) {
  try {
    const [from, to] = await Promise.all([geocoder.place(pickup), geocoder.place(dropoff)]);
    if (!isPlace(from) || !isPlace(to)) throw unplaced({ pickup: from, dropoff: to });
    const road = isSameText(pickup, dropoff) ? NO_WAY : await router.route(from, to);
    if (!road) throw new ApiError('ROUTE_NOT_FOUND', { message: `No road leads from ${from.label} to ${to.label}.` });
    return { from, to, road };
  } catch (error) {
    if (!(error instanceof PlacesUnavailable)) throw error;
    throw new ApiError('SERVICE_UNAVAILABLE', { cause: error, headers: { 'retry-after': '5' } });
  }
}

function unplaced(ends: Record<'pickup' | 'dropoff', Awaited<ReturnType<Geocoder['place']>>>): ApiError {
  const reasons = Object.entries(ends).flatMap(([name, end]) => (isPlace(end) ? [] : [`${name}: ${end.reason}`]));
  return new ApiError('ADDRESS_NOT_FOUND', { message: reasons.join(' ') });
}

const isSameText = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const NO_WAY: Road = { distanceKm: 0, durationMinutes: 0, isEstimated: true };
