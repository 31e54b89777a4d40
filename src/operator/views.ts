import type { KeptPricingScheme, PricingScheme } from '../catalogue/pricingSchemeStore.ts';
import type { Rider } from '../catalogue/riderStore.ts';
import type { KeptVehicle } from '../catalogue/vehicleStore.ts';
import { vehicleView, windowTimes } from '../catalogueApi/views.ts';
import type { RecordedUpdate, TripDetails } from '../trips/store/tripDetails.ts';

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

const moment = (text: string): string => new Date(text).toISOString();

/** What happened to a trip, oldest first, and who did it. */
export const historyView = ({ statuses, assignments, updates }: TripDetails) => ({
  statusHistory: statuses.map(({ version: _, ...each }) => ({ ...each, changedAt: moment(each.changedAt) })),
  assignments: assignments.map(({ version: _, ...each }) => ({ ...each, assignedAt: moment(each.assignedAt) })),
  updates: updates.map(({ version: _, before, after, ...update }) => ({
    ...update,
    changedAt: moment(update.changedAt),
    changes: changesBetween(before, after),
  })),
});

const changesBetween = (before: RecordedUpdate['before'], after: RecordedUpdate['after']) =>
  Object.fromEntries(
    (Object.keys(after) as (keyof typeof after)[]).map((member) => [
      member,
      { from: before[member] ?? null, to: after[member] ?? null },
    ]),
  );
