import { randomUUID } from 'node:crypto';
import { findAccount } from '../../src/accounts/accountStore.ts';
import {
  findPricingScheme,
  insertFirstPricingScheme,
  insertPricingScheme,
  listPricingSchemes,
  lockPricingSchemes,
  pageOfPricingSchemes,
  retirePricingScheme,
  STARTING_RATES,
  updatePricingScheme,
} from '../../src/catalogue/pricingSchemeStore.ts';
import {
  findRider,
  findRiderForUpdate,
  insertRider,
  listRiders,
  pageOfRiders,
  updateRider,
} from '../../src/catalogue/riderStore.ts';
import {
  findVehicle,
  findVehicleForUpdate,
  insertVehicle,
  listVehicles,
  pageOfVehicles,
  retireVehicle,
  updateVehicle,
} from '../../src/catalogue/vehicleStore.ts';
import { EVENT_TYPES } from '../../src/contract/values.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { LAYOUTS } from '../../src/database/layout/placement.ts';
import { findEvent, findEventTypes, findLatestEvent, readEvents } from '../../src/events/eventStore.ts';
import { newId, parseReference, referenceOf } from '../../src/identifiers.ts';
import { insertKey, listKeys, lockForNewKey } from '../../src/keys/apiKeyStore.ts';
import { findPricing } from '../../src/quotes/store/findPricing.ts';
import { type Booking, bookTrips } from '../../src/trips/store/bookTrips.ts';
import { cancelTrips } from '../../src/trips/store/cancelTrips.ts';
import { assignTrip, stepTrip, updateTrip } from '../../src/trips/store/changeTrip.ts';
import { takeNumber } from '../../src/trips/store/eventNumbers.ts';
import { findTripRow, findTrips } from '../../src/trips/store/findTrips.ts';
import { addHistoryEntry } from '../../src/trips/store/history.ts';
import { findKnownResponses, keepResponses } from '../../src/trips/store/idempotencyKeys.ts';
import { listTrips } from '../../src/trips/store/listTrips.ts';
import { moveCount } from '../../src/trips/store/tripCounts.ts';
import { findTripDetails, findTripNames } from '../../src/trips/store/tripDetails.ts';
import { countUpcomingTrips } from '../../src/trips/store/vehicleTrips.ts';
import type { TripRow } from '../../src/trips/tripRow.ts';
import type { AccountWithRecords } from '../support/accountWithRecords.ts';

/** What another account's things are tried with. */
export interface Trial {
  database: Queryable;
  /** For whom the statement runs. */
  accountId: string;
  /** Whose things it names. */
  owner: AccountWithRecords;
  /** The owner's trip as it stands. */
  trip: TripRow;
}

export interface Scoped {
  run(trial: Trial): Promise<unknown>;
  /** What it answers when the account is not the owner; by default anything that holds nothing of the owner's. */
  foreign?: unknown;
  /** Why it answers the owner no differently. */
  sameForOwner?: string;
}

const NOW = new Date('2027-03-01T08:00:00.000Z');
const FIRST_PAGE = { page: 1, limit: 100 };
const REFUSED_BOOKINGS = ['CLIENT_NOT_FOUND', 'VEHICLE_NOT_FOUND', 'PRICING_SCHEME_NOT_FOUND'];
const REFUSED_AS_DUPLICATE = { refused: '23505' };

const RESPONSE = { start: '{', end: '}' };

/** A booking that names what the changes say. */
export const bookingOf = (
  trial: Trial,
  changes: Partial<TripRow> = {},
  idempotencyKey: string = randomUUID(),
): Booking => ({
  trip: {
    ...trial.trip,
    vehicleId: null,
    pricingSchemeId: null,
    clientId: newId(),
    ...changes,
    accountId: trial.accountId,
    tripId: newId(),
  },
  newRider: changes.clientId === undefined ? { firstName: 'New', lastName: 'Rider', phone: '+33600000009' } : null,
  idempotencyKey,
  fingerprint: Buffer.alloc(32),
  fixedMembers: '"made":"by this booking"',
  response: RESPONSE,
  mayExecute: true,
});

export const cancellationOf = ({ accountId, owner }: Trial, idempotencyKey?: string) => ({
  accountId,
  tripId: idempotencyKey === undefined ? owner.resources.tripId : owner.resources.cancelledTripId,
  changedAt: NOW,
  changedBy: 'API' as const,
  reason: null,
  keyed: idempotencyKey === undefined ? null : { idempotencyKey, fingerprint: Buffer.alloc(32), mayExecute: true },
});

/** Some statements have another form for a Citus cluster, which gives the same answers on one PostgreSQL; a cluster runs only that one. */
export async function inEveryLayout<Outcome>(
  { database }: Trial,
  run: (database: Queryable) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const layout of LAYOUTS) outcomes.push(await run({ layout, ...database }));
  return outcomes;
}

/** Statements have a form for a row that travels alone and one for several: in each layout, each row goes alone, then twice together. */
async function inEveryForm<Row, Outcome>(
  trial: Trial,
  makeRows: () => Row[],
  run: (database: Queryable, rows: Row[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const outcomes = await inEveryLayout(trial, async (database) => {
    const alone: Outcome[] = [];
    for (const row of makeRows()) alone.push(...(await run(database, [row])));
    return [...alone, ...(await run(database, [...makeRows(), ...makeRows()]))];
  });
  return outcomes.flat();
}

/** Every statement that runs for one account, by the function that holds it. */
export const SCOPED: Record<string, Scoped> = {
  findAccount: { run: ({ database, accountId }) => findAccount(database, accountId) },
  listKeys: { run: ({ database, accountId }) => listKeys(database, accountId) },
  lockForNewKey: {
    run: ({ database, accountId }) => lockForNewKey(database, accountId),
    foreign: undefined,
    sameForOwner: 'it only locks the account that it is given',
  },
  insertKey: {
    run: ({ database, accountId, owner }) =>
      insertKey(database, {
        keyId: owner.key.keyId,
        name: null,
        accountId,
        secretSha256: Buffer.alloc(32),
        createdAt: NOW,
        lifetimeSeconds: null,
        expiresAt: null,
        scopes: null,
        networks: null,
      }),
    foreign: REFUSED_AS_DUPLICATE,
    sameForOwner: 'a key’s id is nobody’s twice',
  },
  pageOfPricingSchemes: { run: ({ database, accountId }) => pageOfPricingSchemes(database, accountId, FIRST_PAGE) },
  pageOfVehicles: { run: ({ database, accountId }) => pageOfVehicles(database, accountId, FIRST_PAGE) },
  pageOfRiders: {
    run: (trial) =>
      inEveryLayout(trial, async (database) => {
        const { phone, email } = trial.owner.riders[0] ?? {};
        const asked = { accountId: trial.accountId, phone: undefined, email: undefined, ...FIRST_PAGE };
        const lists = [];
        for (const filter of [{}, { phone }, { email }, { phone, email }])
          lists.push(await pageOfRiders(database, { ...asked, ...filter }));
        return lists;
      }),
  },
  listPricingSchemes: { run: ({ database, accountId }) => listPricingSchemes(database, accountId) },
  insertPricingScheme: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { pricingSchemeId } = resources;
      const rest = { name: 'Taken', isDefault: true, timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
      return insertPricingScheme(database, { accountId, pricingSchemeId, ...rest }, NOW);
    },
    foreign: undefined,
  },
  insertFirstPricingScheme: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { pricingSchemeId } = resources;
      const rest = { name: 'Taken', isDefault: false, timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
      return insertFirstPricingScheme(database, { accountId, pricingSchemeId, ...rest }, NOW);
    },
    foreign: undefined,
  },
  findPricingScheme: {
    run: ({ database, accountId, owner: { resources } }) =>
      findPricingScheme(database, accountId, resources.pricingSchemeId),
    foreign: undefined,
  },
  lockPricingSchemes: {
    run: ({ database, accountId }) => lockPricingSchemes(database, accountId),
    foreign: undefined,
    sameForOwner: 'it only locks the account that it is given',
  },
  updatePricingScheme: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { pricingSchemeId } = resources;
      const rest = { name: 'Taken', isDefault: true, timeZone: 'Europe/Paris', rates: STARTING_RATES, windows: [] };
      return updatePricingScheme(database, { accountId, pricingSchemeId, ...rest });
    },
    foreign: false,
  },
  retirePricingScheme: {
    run: ({ database, accountId, owner: { resources } }) =>
      retirePricingScheme(database, accountId, resources.otherSchemeId, NOW),
    foreign: false,
  },
  listRiders: { run: ({ database, accountId }) => listRiders(database, accountId) },
  insertRider: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { clientId } = resources;
      return insertRider(database, { accountId, clientId, firstName: 'X', lastName: 'Y', phone: '0612' }, NOW);
    },
    foreign: undefined,
  },
  findRider: {
    run: ({ database, accountId, owner: { resources } }) => findRider(database, accountId, resources.clientId),
    foreign: undefined,
  },
  findRiderForUpdate: {
    run: ({ database, accountId, owner: { resources } }) => findRiderForUpdate(database, accountId, resources.clientId),
    foreign: undefined,
  },
  updateRider: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { clientId } = resources;
      return updateRider(database, { accountId, clientId, firstName: 'X', lastName: 'Y', phone: '0612' });
    },
    foreign: false,
  },
  findVehicle: {
    run: ({ database, accountId, owner: { resources } }) => findVehicle(database, accountId, resources.vehicleId),
    foreign: undefined,
  },
  findVehicleForUpdate: {
    run: ({ database, accountId, owner: { resources } }) =>
      findVehicleForUpdate(database, accountId, resources.vehicleId),
    foreign: undefined,
  },
  updateVehicle: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { vehicleId } = resources;
      return updateVehicle(database, { accountId, vehicleId, name: 'Taken', plate: null, seats: null });
    },
    foreign: false,
  },
  retireVehicle: {
    run: ({ database, accountId, owner: { resources } }) =>
      retireVehicle(database, accountId, resources.vehicleId, NOW),
    foreign: false,
  },
  countUpcomingTrips: {
    run: ({ database, accountId, owner: { resources } }) =>
      countUpcomingTrips(database, { accountId, vehicleId: resources.vehicleId }, new Date('2000-01-01')),
    foreign: 0,
  },
  listVehicles: { run: ({ database, accountId }) => listVehicles(database, accountId) },
  insertVehicle: {
    run: ({ database, accountId, owner: { resources } }) => {
      const { vehicleId } = resources;
      return insertVehicle(database, { accountId, vehicleId, name: 'Taken', plate: null, seats: null }, NOW);
    },
    foreign: undefined,
  },
  findPricing: {
    run: (trial) => {
      const { pricingSchemeId } = trial.owner.resources;
      const references = () => [{ accountId: trial.accountId, serviceTierId: newId(), pricingSchemeId }];
      return inEveryForm(trial, references, findPricing);
    },
    foreign: Array(6).fill({ scheme: null, tier: null }),
  },
  findTrips: {
    run: (trial) => {
      const { accountId, owner } = trial;
      return inEveryForm(trial, () => [{ accountId, tripId: owner.resources.tripId }], findTrips);
    },
    foreign: Array(6).fill(undefined),
  },
  listTrips: {
    run: async ({ database, accountId, owner }) => {
      const [everFrom, everTo] = [new Date('2000-01-01'), new Date('2100-01-01')];
      const ranges = [
        { from: undefined, to: undefined },
        { from: everFrom, to: everTo },
      ];
      const filters = ranges.flatMap((range) => [
        { ...range, status: undefined },
        { ...range, status: 'CONFIRMED' as const },
      ]);
      const references = [
        { externalReference: owner.resources.externalReference },
        { reference: parseReference(referenceOf(owner.resources.tripId)) },
      ];
      const pages = [...filters, ...references].flatMap((filter) => [1, 2].map((page) => ({ ...filter, page })));
      const lists = [];
      for (const page of pages) lists.push(await listTrips(database, { accountId, ...page, limit: 100 }));
      return lists;
    },
  },
  findTripDetails: {
    run: ({ database, accountId, owner }) => findTripDetails(database, { accountId, tripId: owner.resources.tripId }),
    foreign: undefined,
  },
  findTripNames: {
    run: ({ database, accountId, owner }) => findTripNames(database, accountId, [owner.resources.tripId]),
    foreign: [],
  },
  bookTrips: {
    run: async (trial) => {
      const { clientId, vehicleId, pricingSchemeId, bookingKey } = trial.owner.resources;
      const changes = [{ clientId }, { vehicleId }, { pricingSchemeId }];
      const bookings = () => [...changes.map((change) => bookingOf(trial, change)), bookingOf(trial, {}, bookingKey)];
      return inEveryForm(trial, bookings, (database, rows) => bookTrips(database, rows, 'API'));
    },
    foreign: ['booked', ...Array(5).fill('replay')].flatMap((last) =>
      [...REFUSED_BOOKINGS, last].map((verdict) => ({
        verdict,
        responseBody: verdict === 'replay' ? '{"made":"by this booking"}' : null,
      })),
    ),
  },
  takeNumber: {
    run: ({ database, accountId }) => takeNumber(database, accountId),
    sameForOwner: 'each account has as many events; whose number was taken is looked at',
  },
  addHistoryEntry: {
    run: ({ database, accountId, trip: { tripId } }) =>
      addHistoryEntry(database, {
        ...{ accountId, tripId, version: 9, status: 'CANCELLED', eventNumber: 9 },
        ...{ changedAt: NOW, changedBy: 'OPERATOR', memberEmail: null, reason: null },
      }),
    foreign: { refused: '23503' },
  },
  moveCount: {
    run: ({ database, accountId }) => moveCount(database, accountId, { from: 'CONFIRMED', to: 'OTWTP' }),
    foreign: undefined,
    sameForOwner: 'it answers nothing; what it wrote is looked at',
  },
  findKnownResponses: {
    run: (trial) => {
      const key = { idempotencyKey: trial.owner.resources.bookingKey, fingerprint: Buffer.alloc(32) };
      return inEveryForm(trial, () => [{ accountId: trial.accountId, ...key, response: RESPONSE }], findKnownResponses);
    },
    foreign: Array(6).fill(undefined),
  },
  keepResponses: {
    run: ({ database, accountId, owner: { resources } }) =>
      keepResponses(database, [{ accountId, idempotencyKey: resources.cancelKey, responseBody: '{}' }]),
    foreign: undefined,
    sameForOwner: 'it answers nothing; what it wrote is looked at',
  },
  cancelTrips: {
    run: async (trial) => {
      const orders = () => [cancellationOf(trial), cancellationOf(trial, trial.owner.resources.cancelKey)];
      return inEveryForm(trial, orders, cancelTrips);
    },
    foreign: Array(12).fill({ verdict: 'TRIP_NOT_FOUND' }),
  },
  readEvents: {
    run: ({ database, accountId }) =>
      Promise.all(
        [undefined, ...EVENT_TYPES].map((type) => readEvents(database, { accountId, after: 0, type, limit: 100 })),
      ),
  },
  findEvent: {
    run: ({ database, accountId, owner }) =>
      findEvent(database, { accountId, tripId: owner.resources.tripId, version: 1 }),
    foreign: undefined,
  },
  findEventTypes: {
    run: ({ database, accountId, owner }) =>
      findEventTypes(database, accountId, [{ tripId: owner.resources.tripId, version: 1 }]),
    foreign: [],
  },
  findLatestEvent: { run: ({ database, accountId }) => findLatestEvent(database, accountId) },
  stepTrip: {
    run: ({ database, accountId, trip }) =>
      stepTrip(database, { trip: { ...trip, accountId }, steps: ['OTWTP'], changedAt: NOW, changedBy: 'OPERATOR' }),
    foreign: undefined,
  },
  assignTrip: {
    run: ({ database, accountId, trip }) =>
      assignTrip(database, {
        trip: { ...trip, accountId },
        executorId: accountId,
        assignedAt: NOW,
        assignedBy: 'OPERATOR',
      }),
    foreign: undefined,
  },
  findTripRow: {
    run: ({ database, accountId, trip }) => findTripRow(database, { ...trip, accountId }),
    foreign: undefined,
  },
  updateTrip: {
    run: ({ database, accountId, trip, owner }) =>
      updateTrip(database, {
        trip: { ...trip, accountId },
        updated: {
          members: { ...trip, scheduledAt: trip.scheduledAt.toISOString(), vehicleId: owner.resources.vehicleId },
          fixedMembers: '',
          before: {},
          after: {},
        },
        changedAt: NOW,
        changedBy: 'DASHBOARD',
      }),
    foreign: { verdict: 'changed_meanwhile' },
  },
};
