import type { KeptPricingScheme, PricingScheme } from '../catalogue/pricingSchemeStore.ts';
import type { Rider } from '../catalogue/riderStore.ts';
import type { KeptVehicle } from '../catalogue/vehicleStore.ts';
import { vehicleView, windowTimes } from '../catalogueApi/views.ts';

/** Records as the command prints them: amounts in cents, the rest as in the API. */
export const schemeView = (scheme: PricingScheme) => ({
  _id: scheme.pricingSchemeId,
  name: scheme.name,
  isDefault: scheme.isDefault,
  timeZone: scheme.timeZone,
  rates: scheme.rates,
  windows: scheme.windows.map((window) => ({ ...windowTimes(window), rates: window.rates })),
});

export const listedSchemeView = (scheme: KeptPricingScheme) => ({
  ...schemeView(scheme),
  retiredAt: scheme.retiredAt,
});

export const listedVehicleView = (vehicle: KeptVehicle) => ({ ...vehicleView(vehicle), retiredAt: vehicle.retiredAt });

export const riderView = ({ accountId: _, clientId, ...details }: Rider) => ({ _id: clientId, ...details });
