import { changeTier, changeVat, renameAccount } from '../../src/accounts/accountStore.ts';
import {
  answerContractor,
  countInvitedDrivers,
  endAgreement,
  hasAgreed,
  inviteDriver,
  isInvitedToDrive,
  listContractors,
  listInvitedDrivers,
} from '../../src/accounts/driverAgreementStore.ts';
import {
  findVoucherDetails,
  findVoucherDetailsForUpdate,
  saveVoucherDetails,
} from '../../src/accounts/voucherStore.ts';
import { countAuditEntries, insertAuditEntry, listAuditEntries } from '../../src/audit/auditStore.ts';
import type { Queryable } from '../../src/database/connection.ts';
import { newId } from '../../src/identifiers.ts';
import { lockKey, renameKey, revokeKey, shortenKey } from '../../src/keys/apiKeyStore.ts';
import {
  eraseRiders,
  eraseTrips,
  listRidersWithTrips,
  lockRider,
  nextRidersAddedBefore,
  nextTripsOfRiders,
  readTripData,
} from '../../src/privacy/riderDataStore.ts';
import { OPEN_STATUSES } from '../../src/trips/lifecycle.ts';
import { countPlannedTrips, countTripsIn, listPlannedTrips } from '../../src/trips/store/dayPlan.ts';
import { latestEventNumber } from '../../src/trips/store/eventNumbers.ts';
import {
  findRide,
  findRides,
  hasAssignedRides,
  listContractorsRides,
  listMovedRides,
  listPlannedRides,
  listRides,
  listSearchedRides,
  wasAssigned,
} from '../../src/trips/store/rides.ts';
import {
  countRequests,
  findRequest,
  readHourlyCounts,
  readKeyUsage,
  readRequests,
  trimRequests,
  writeUsage,
} from '../../src/usage/usageStore.ts';
import { changing } from './signInStatements.ts';
import type { Scoped, Trial } from './statements.ts';

const NOW = new Date('2027-03-01T08:00:00.000Z');

const entryOf = (accountId: string) => `entry of ${accountId}`;

/** A request that is logged and counted. */
export const makeUsage = (database: Queryable, accountId: string): Promise<void> =>
  writeUsage(
    database,
    {
      hours: [{ accountId, hour: NOW, statusClass: 2, requests: 1, unlogged: 0 }],
      keys: [{ accountId, keyId: `key of ${accountId}`, hour: NOW, requests: 1 }],
    },
    [
      {
        accountId,
        keyId: `key of ${accountId}`,
        loggedAt: NOW,
        entryId: entryOf(accountId),
        requestId: `request of ${accountId}`,
        method: 'GET',
        path: '/v1/trips',
        status: 200,
        code: null,
        ms: 1,
      },
    ],
  );

const keyOfOwner = ({ accountId, owner }: Trial) => ({ accountId, keyId: owner.key.keyId });

const NO_DRIVERS = { sameForOwner: 'nobody has any drivers or rides yet' };

/** A contractor's drivers, and a driver's contractors and rides. */
export const DRIVER_STATEMENTS: Record<string, Scoped> = {
  inviteDriver: changing('driver_agreements', async ({ database, accountId }) => {
    await inviteDriver(database, accountId, `${newId()}@example.fr`, NOW);
  }),
  countInvitedDrivers: { run: ({ database, accountId }) => countInvitedDrivers(database, accountId), ...NO_DRIVERS },
  listInvitedDrivers: { run: ({ database, accountId }) => listInvitedDrivers(database, accountId), ...NO_DRIVERS },
  isInvitedToDrive: {
    run: ({ database, accountId }) => isInvitedToDrive(database, accountId, 'driver@example.fr'),
    foreign: false,
    ...NO_DRIVERS,
  },
  hasAgreed: {
    run: ({ database, accountId, owner }) => hasAgreed(database, accountId, owner.accountId),
    foreign: false,
    ...NO_DRIVERS,
  },
  endAgreement: {
    run: ({ database, accountId }) => endAgreement(database, accountId, 'driver@example.fr', NOW),
    foreign: undefined,
    ...NO_DRIVERS,
  },
  listContractors: {
    run: ({ database, accountId }) => listContractors(database, accountId, ['driver@example.fr']),
    foreign: [],
    ...NO_DRIVERS,
  },
  answerContractor: {
    run: ({ database, accountId, owner }) =>
      answerContractor(
        database,
        { driverId: accountId, emails: ['driver@example.fr'], contractorId: owner.accountId, status: 'AGREED' },
        NOW,
      ),
    foreign: [],
    ...NO_DRIVERS,
  },
  listRides: {
    run: ({ database, accountId }) =>
      listRides(database, {
        driverId: accountId,
        ...{ from: new Date(0), openFrom: new Date(0), underWayFrom: new Date(0) },
      }),
  },
  listPlannedRides: {
    run: ({ database, accountId }) =>
      listPlannedRides(database, accountId, [new Date(0), new Date('2100-01-01')], OPEN_STATUSES),
  },
  hasAssignedRides: {
    run: ({ database, accountId }) => hasAssignedRides(database, accountId),
    foreign: false,
    ...NO_DRIVERS,
  },
  findRide: {
    run: ({ database, accountId, trip }) => findRide(database, accountId, trip.tripId),
    foreign: undefined,
    ...NO_DRIVERS,
  },
  findRides: {
    run: ({ database, accountId, trip }) => findRides(database, accountId, [trip.tripId]),
    foreign: [],
    ...NO_DRIVERS,
  },
  listMovedRides: {
    run: ({ database, accountId, trip }) => listMovedRides(database, accountId, [trip.tripId], new Date(0)),
    foreign: [],
    ...NO_DRIVERS,
  },
  listContractorsRides: {
    run: ({ database, accountId }) =>
      listContractorsRides(database, { driverId: accountId, from: new Date(0), before: new Date('2100-01-01') }),
    foreign: [],
    ...NO_DRIVERS,
  },
  listSearchedRides: {
    run: ({ database, accountId }) => listSearchedRides(database, accountId),
    foreign: [],
    ...NO_DRIVERS,
  },
  wasAssigned: {
    run: ({ database, accountId, trip }) => wasAssigned(database, accountId, trip.tripId),
    foreign: false,
    ...NO_DRIVERS,
  },
};

/** The plan of a day. */
export const PLAN_STATEMENTS: Record<string, Scoped> = {
  listPlannedTrips: {
    run: ({ database, accountId }) => listPlannedTrips(database, accountId, [new Date(0), new Date('2100-01-01')]),
  },
  countPlannedTrips: {
    run: ({ database, accountId }) =>
      countPlannedTrips(database, accountId, [new Date(0), new Date('2100-01-01')], ['CONFIRMED']),
    sameForOwner: 'numbers, of which each account has the same',
  },
  countTripsIn: {
    run: ({ database, accountId }) =>
      countTripsIn(database, accountId, [new Date(0), new Date('2100-01-01')], ['CONFIRMED']),
    sameForOwner: 'a number, of which each account has the same',
  },
  latestEventNumber: {
    run: ({ database, accountId }) => latestEventNumber(database, accountId),
    sameForOwner: 'a number, of which each account has its own',
  },
};

const FROM_START = { after: '', limit: 1_000 };

/** What is known of a rider, and its erasure. */
export const RIDER_DATA_STATEMENTS: Record<string, Scoped> = {
  lockRider: {
    run: ({ database, accountId, owner }) => lockRider(database, accountId, owner.resources.clientId),
    foreign: false,
  },
  nextTripsOfRiders: {
    run: ({ database, accountId, trip }) => nextTripsOfRiders(database, accountId, [trip.clientId], FROM_START),
    foreign: { found: [], next: undefined },
  },
  readTripData: {
    run: ({ database, accountId, trip }) => readTripData(database, accountId, [trip.tripId]),
    foreign: [],
  },
  eraseTrips: changing('trips', ({ database, accountId, trip }) => eraseTrips(database, accountId, [trip.tripId])),
  eraseRiders: changing('riders', ({ database, accountId, trip }) => eraseRiders(database, accountId, [trip.clientId])),
  listRidersWithTrips: {
    run: ({ database, accountId, trip }) =>
      listRidersWithTrips(database, accountId, [trip.clientId], { statuses: [trip.status], after: new Date(0) }),
  },
  nextRidersAddedBefore: {
    run: ({ database, accountId }) => nextRidersAddedBefore(database, accountId, new Date('2100-01-01'), FROM_START),
  },
};

/** What an owner does in the dashboard. */
export const OWNERS_STATEMENTS: Record<string, Scoped> = {
  lockKey: { run: (trial) => lockKey(trial.database, keyOfOwner(trial)), foreign: undefined },
  shortenKey: changing('api_keys', (trial) => shortenKey(trial.database, keyOfOwner(trial), NOW)),
  revokeKey: { run: (trial) => revokeKey(trial.database, keyOfOwner(trial), NOW), foreign: undefined },
  insertAuditEntry: changing('audit_log', ({ database, accountId }) =>
    insertAuditEntry(database, {
      ...{ accountId, entryId: newId(), actor: { kind: 'OPERATOR' }, action: 'KEY_ISSUED', subject: {} },
    }),
  ),
  listAuditEntries: {
    run: ({ database, accountId }) => listAuditEntries(database, accountId, { offset: 0, limit: 10 }),
  },
  countAuditEntries: {
    run: ({ database, accountId }) => countAuditEntries(database, accountId),
    sameForOwner: 'a number, of which each account has its own',
  },
  changeTier: changing('accounts', ({ database, accountId }) => changeTier(database, accountId, 'PRO')),
  changeVat: changing('accounts', ({ database, accountId }) => changeVat(database, accountId, true)),
  renameAccount: changing('accounts', ({ database, accountId }) => renameAccount(database, accountId, 'Another name')),
  findVoucherDetails: {
    run: ({ database, accountId }) => findVoucherDetails(database, accountId),
    sameForOwner: 'nobody has any yet',
  },
  findVoucherDetailsForUpdate: {
    run: ({ database, accountId }) => findVoucherDetailsForUpdate(database, accountId),
    sameForOwner: 'nobody has any yet',
  },
  saveVoucherDetails: changing('accounts', ({ database, accountId }) =>
    saveVoucherDetails(database, accountId, {
      legalName: 'X',
      registrationNumber: '1',
      siren: '732829320',
      address: 'Y',
      phone: '2',
    }),
  ),
  readHourlyCounts: { run: ({ database, accountId }) => readHourlyCounts(database, accountId, NOW) },
  readRequests: {
    run: ({ database, accountId, owner }) =>
      readRequests(database, { accountId, statusClass: undefined, requestId: `request of ${owner.accountId}` }, 0, 10),
    foreign: [],
  },
  countRequests: {
    run: ({ database, accountId, owner }) =>
      countRequests(database, { accountId, statusClass: undefined, requestId: `request of ${owner.accountId}` }),
    foreign: 0,
  },
  readKeyUsage: {
    run: ({ database, accountId }) => readKeyUsage(database, accountId, { dayAgo: NOW, weekAgo: NOW }),
  },
  findRequest: {
    run: ({ database, accountId, owner }) => findRequest(database, accountId, entryOf(owner.accountId)),
    foreign: undefined,
  },
  renameKey: { run: (trial) => renameKey(trial.database, keyOfOwner(trial), 'Renamed'), foreign: false },
  trimRequests: changing('request_log', async ({ database, accountId }) => {
    await trimRequests(database, accountId, 0, 10);
  }),
};
