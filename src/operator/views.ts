import type { PricingScheme } from '../catalogue/pricingSchemeStore.ts';
import type { Rider } from '../catalogue/riderStore.ts';
import type { ServiceTier } from '../catalogue/serviceTierStore.ts';
import type { Vehicle } from '../catalogue/vehicleStore.ts';
import { clockTime } from '../money/clockTime.ts';

export const DAY_NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Records as the command prints them, under the names the API uses. */
export const tierView = (tier: ServiceTier) => ({
  _id: tier.serviceTierId,
  name: tier.name,
  multiplier: tier.multiplierThousandths / 1000,
});

export const schemeView = (scheme: PricingScheme) => ({
  _id: scheme.pricingSchemeId,
  name: scheme.name,
  isDefault: scheme.isDefault,
  timeZone: scheme.timeZone,
  rates: scheme.rates,
  windows: scheme.windows.map(({ name, days, fromMinute, toMinute, rates }) => ({
    name,
    days: days.map((day) => DAY_NAMES[day - 1]),
    from: clockTime(fromMinute),
    to: clockTime(toMinute),
    rates,
  })),
});

export const vehicleView = (vehicle: Vehicle) => ({
  _id: vehicle.vehicleId,
  name: vehicle.name,
  plate: vehicle.plate,
  seats: vehicle.seats,
});

export const riderView = ({ accountId: _, clientId, ...details }: Rider) => ({ _id: clientId, ...details });
