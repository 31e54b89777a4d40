import type { Quote } from '../contract/quote.ts';
import { eurosFromCents } from '../money/cents.ts';
import { isCentre, type Place } from '../places/place.ts';
import type { PricedRide } from './quoter.ts';

/** A priced ride as the API returns it. */
export function quoteView(ride: PricedRide): Quote {
  const { scheme, tier, price } = ride;
  return {
    pricingSchemeId: scheme.pricingSchemeId,
    pricingSchemeName: scheme.name,
    serviceTierId: tier.serviceTierId,
    serviceTierName: tier.name,
    serviceTierMultiplier: tier.multiplierThousandths / 1000,
    route: {
      distanceKm: ride.tensOfMetres / 100,
      durationMinutes: ride.tenthsOfMinutes / 10,
      estimated: ride.isEstimated,
      pickup: placeView(ride.from),
      dropoff: placeView(ride.to),
    },
    price: {
      base: eurosFromCents(price.baseCents),
      distanceCost: eurosFromCents(price.distanceCents),
      timeCost: eurosFromCents(price.timeCents),
      subtotal: eurosFromCents(price.subtotalCents),
      minimum: eurosFromCents(price.minimumCents),
      total: eurosFromCents(price.totalCents),
      totalCents: price.totalCents,
    },
    vat: {
      rate: ride.vatRate,
      amountCents: price.vatCents,
      amount: eurosFromCents(price.vatCents),
      totalTTCCents: price.totalTtcCents,
      totalTTC: eurosFromCents(price.totalTtcCents),
      isExempt: ride.isVatExempt,
    },
    warnings: warningsOf(ride),
  };
}

/** What the caller should know before using the price. */
const warningsOf = ({ from, to, tensOfMetres, tenthsOfMinutes, tripType }: PricedRide): string[] => [
  ...(isCentre(from) ? [`pickup: ${onlyTheTown(from)}; the route begins at its centre, ${MAY_BE_FAR}`] : []),
  ...(isCentre(to) ? [`dropoff: ${onlyTheTown(to)}; the route ends at its centre, ${MAY_BE_FAR}`] : []),
  ...(from.isLongStreet ? [`pickup: ${noNumber(from)}; the route begins at its middle, ${MAY_BE_FAR}`] : []),
  ...(to.isLongStreet ? [`dropoff: ${noNumber(to)}; the route ends at its middle, ${MAY_BE_FAR}`] : []),
  ...(from.isPartial ? [`pickup: ${onlyAPart(from)}`] : []),
  ...(to.isPartial ? [`dropoff: ${onlyAPart(to)}`] : []),
  ...(tensOfMetres === 0 ? [`pickup and dropoff are the same place, ${from.label}; the route has 0 km`] : []),
  ...(tripType === 'AVAILABILITY'
    ? [`the price is for the time of the route, ${tenthsOfMinutes / 10} min; ${HIRE}`]
    : []),
];

const onlyTheTown = ({ label }: Place) => `only the town or district was understood, ${label}`;
const noNumber = ({ label }: Place) => `a long street without a house number, ${label}`;
const onlyAPart = ({ label }: Place) =>
  `only part of the address was understood, ${label}; the exact address may be elsewhere`;
const MAY_BE_FAR = 'which may be kilometres from the exact address';

const HIRE = 'calculate it for the hours of the hire';

const placeView = ({ label, lat, lng, precision }: Place) => ({ label, lat, lng, precision });
