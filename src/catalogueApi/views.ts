import type { PricingScheme } from '../catalogue/pricingSchemeStore.ts';
import type { DatedRider } from '../catalogue/riderStore.ts';
import type { ServiceTier } from '../catalogue/serviceTierStore.ts';
import type { Vehicle } from '../catalogue/vehicleStore.ts';
import type {
  ClientRecord,
  PricingScheme as PricingSchemeView,
  Rates as RatesView,
  RateWindow as RateWindowView,
  ServiceTier as ServiceTierView,
  Vehicle as VehicleView,
} from '../contract/catalogue.ts';
import { WEEKDAYS } from '../contract/values.ts';
import { eurosFromCents } from '../money/cents.ts';
import { clockTime } from '../money/clockTime.ts';
import type { Rates, RateWindow } from '../money/rates.ts';

/** Records as the API returns them. */
export const tierView = (tier: ServiceTier): ServiceTierView => ({
  _id: tier.serviceTierId,
  name: tier.name,
  multiplier: tier.multiplierThousandths / 1000,
});

export const vehicleView = (vehicle: Vehicle): VehicleView => ({
  _id: vehicle.vehicleId,
  name: vehicle.name,
  plate: vehicle.plate,
  seats: vehicle.seats,
});

export const schemeView = (scheme: PricingScheme): PricingSchemeView => ({
  _id: scheme.pricingSchemeId,
  name: scheme.name,
  isDefault: scheme.isDefault,
  timeZone: scheme.timeZone,
  rates: { TRIP: ratesView(scheme.rates.TRIP), AVAILABILITY: ratesView(scheme.rates.AVAILABILITY) },
  windows: scheme.windows.map(windowView),
});

const ratesView = (rates: Rates): RatesView => ({
  base: eurosFromCents(rates.baseCents),
  perKm: eurosFromCents(rates.perKmCents),
  perMinute: eurosFromCents(rates.perMinuteCents),
  minimum: eurosFromCents(rates.minimumCents),
});

const windowView = (window: RateWindow): RateWindowView => ({
  ...windowTimes(window),
  rates: {
    ...(window.rates.TRIP && { TRIP: ratesView(window.rates.TRIP) }),
    ...(window.rates.AVAILABILITY && { AVAILABILITY: ratesView(window.rates.AVAILABILITY) }),
  },
});

export const windowTimes = ({ name, days, fromMinute, toMinute }: RateWindow): Omit<RateWindowView, 'rates'> => ({
  name,
  days: days.map((day) => WEEKDAYS[day - 1] ?? 'Mon'),
  from: clockTime(fromMinute),
  to: clockTime(toMinute),
});

export const clientView = (rider: DatedRider): ClientRecord => ({
  _id: rider.clientId,
  firstName: rider.firstName,
  lastName: rider.lastName,
  phone: rider.phone ?? null,
  email: rider.email ?? null,
  companyName: rider.companyName ?? null,
  type: rider.type ?? null,
  address: rider.address ?? null,
  city: rider.city ?? null,
  country: rider.country ?? null,
  postalCode: rider.postalCode ?? null,
  createdAt: rider.createdAt.toISOString(),
});
