import type { Queryable } from '../database/connection.ts';
import { ApiError } from '../errors.ts';
import { type Price, priceRide } from '../money/pricing.ts';
import { ratesAt } from '../money/rates.ts';
import { type TripType, type VatRate, vatRate } from '../money/vat.ts';
import type { Geocoder, Place, Router } from '../places/place.ts';
import { createPricingReader } from './pricingReader.ts';
import { createRideFinder } from './rideFinder.ts';
import type { Pricing, PricingReference } from './store/findPricing.ts';

export interface QuoteOrder extends PricingReference {
  pickup: string;
  dropoff: string;
  tripType: TripType;
  /** How long the vehicle is hired for, priced instead of the time of the route. */
  hireMinutes?: number;
  /** Determines the rates. */
  moment: Date;
  isVatExempt: boolean;
  /** Unsaved rates, used instead of the account's. */
  unsavedScheme?: PricedRide['scheme'];
}

export interface PricedRide {
  scheme: NonNullable<Pricing['scheme']>;
  tier: NonNullable<Pricing['tier']>;
  from: Place;
  to: Place;
  tensOfMetres: number;
  tenthsOfMinutes: number;
  isEstimated: boolean;
  tripType: TripType;
  price: Price;
  vatRate: VatRate;
  isVatExempt: boolean;
}

export type Quoter = (order: QuoteOrder) => Promise<PricedRide>;

export function createQuoter(database: Queryable, geocoder: Geocoder, router: Router): Quoter {
  const readPricing = createPricingReader(database);
  const findRide = createRideFinder(geocoder, router);
  return async (order) => {
    const { scheme: savedScheme, tier } = await readPricing(order);
    const scheme = order.unsavedScheme ?? savedScheme;
    if (!tier) throw new ApiError('SERVICE_TIER_NOT_FOUND');
    if (!scheme) throw new ApiError('PRICING_SCHEME_NOT_FOUND', noDefault(order));
    const { from, to, road } = await findRide(order.pickup, order.dropoff);
    const measure = {
      tensOfMetres: Math.round(road.distanceKm * 100),
      tenthsOfMinutes: Math.round((order.hireMinutes ?? road.durationMinutes) * 10),
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
      tripType: order.tripType,
      price,
      vatRate: rate,
      isVatExempt: order.isVatExempt,
    };
  };
}

const noDefault = ({ pricingSchemeId }: PricingReference) =>
  pricingSchemeId === null ? { message: 'This account has no default pricing scheme; send pricingSchemeId.' } : {};
