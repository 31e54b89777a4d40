import type { Account } from '../accounts/accountStore.ts';
import { PAGE_SIZE, TRIP_STATUSES } from '../contract/values.ts';
import { OperatorFault } from '../fault.ts';
import { type AssignmentFault, assignmentFault, STEPS, stepsTowards } from '../trips/lifecycle.ts';
import { assignTrip, stepTrip } from '../trips/store/changeTrip.ts';
import { findTrips, type TripOfAccount } from '../trips/store/findTrips.ts';
import { listTrips } from '../trips/store/listTrips.ts';
import { findTripDetails } from '../trips/store/tripDetails.ts';
import { tripView } from '../trips/tripView.ts';
import type { Command } from './command.ts';
import { accountOption, existingAccount, givenAccount } from './givenAccount.ts';
import { givenTrip, givenTripByAnyName, noSuchTrip } from './givenTrip.ts';
import { parseCount, parseReferenceText, parseStatus } from './values.ts';
import { historyView } from './views.ts';

const show: Command = {
  words: 'trips show',
  argument: 'TRIP',
  help: 'one trip with everything that happened to it, by its id or reference',
  options: { account: { value: 'ID', help: 'its account: then TRIP may also be its externalReference' } },
  async run(given, context) {
    const { database } = context;
    const reference = await givenTripByAnyName(given, context);
    const [[found], details] = await Promise.all([
      findTrips(database, [reference]),
      findTripDetails(database, reference),
    ]);
    if (!found || !details) throw noSuchTrip(given.argument);
    return { ...tripView(found.trip), ...historyView(details) };
  },
};

const MAX_PAGE = 1_000_000;

const list: Command = {
  words: 'trips list',
  help: 'the newest hundred trips of an account, or of those that match',
  options: {
    ...accountOption,
    status: { value: 'STATUS', help: `only with this status: ${TRIP_STATUSES.join(', ')}` },
    reference: { value: 'REFERENCE', help: 'only with this reference' },
    'external-reference': { value: 'TEXT', help: 'only with this externalReference' },
    page: { value: 'NUMBER', help: 'the next hundred are page 2 (default 1)' },
  },
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const status = given.text('status');
    const reference = given.text('reference');
    const { trips } = await listTrips(context.database, {
      accountId,
      status: status === undefined ? undefined : parseStatus(status, 'status', TRIP_STATUSES),
      reference: reference === undefined ? undefined : parseReferenceText(reference),
      externalReference: given.text('external-reference'),
      page: parseCount(given.text('page') ?? '1', 'page', MAX_PAGE),
      limit: PAGE_SIZE.max,
    });
    return trips.map((trip) => {
      const { _id, reference, externalReference, status, scheduledPickupTime, price, executorId, createdAt } =
        tripView(trip);
      return { _id, reference, externalReference, status, scheduledPickupTime, price, executorId, createdAt };
    });
  },
};

const advance: Command = {
  words: 'trips advance',
  argument: 'TRIP',
  help: 'advance a trip, named by its id or reference, by one step or to --to',
  options: { to: { value: 'STATUS', help: `advance step by step to this status: ${STEPS.join(', ')}` } },
  async run(given, context) {
    const trip = await givenTrip(given, context);
    const target = given.text('to') === undefined ? undefined : parseStatus(given.required('to'), 'to', STEPS);
    const steps = stepsTowards(trip.status, target);
    if (!steps) throw new OperatorFault(`a trip that is ${trip.status} cannot advance${target ? ` to ${target}` : ''}`);
    const changed = await stepTrip(context.database, {
      trip,
      steps,
      changedAt: context.clock(),
      changedBy: 'OPERATOR',
    });
    return tripView(changed ?? changedMeanwhile(trip));
  },
};

const assign: Command = {
  words: 'trips assign',
  argument: 'TRIP',
  help: 'assign a trip, named by its id or reference, to a driver’s account',
  options: { executor: { value: 'ACCOUNT', help: 'an account with the role DRIVER', isRequired: true } },
  async run(given, context) {
    const trip = await givenTrip(given, context);
    const executor = await existingAccount(given.required('executor'), context);
    const fault = assignmentFault({ executor, status: trip.status });
    if (fault) throw new OperatorFault(ASSIGNMENT_FAULTS[fault](trip, executor));
    const changed = await assignTrip(context.database, {
      trip,
      executorId: executor.accountId,
      assignedAt: context.clock(),
      assignedBy: 'OPERATOR',
    });
    return tripView(changed ?? changedMeanwhile(trip));
  },
};

const ASSIGNMENT_FAULTS: Record<AssignmentFault, (trip: TripOfAccount, executor: Account) => string> = {
  no_driver: (_, { accountId, role }) => `account ${accountId} is a ${role}, and only a DRIVER can drive`,
  over: (trip) => `a trip that is ${trip.status} cannot be assigned`,
};

function changedMeanwhile({ tripId }: TripOfAccount): never {
  throw new OperatorFault(`trip ${tripId} was changed by someone else: try again`);
}

export const tripCommands = [list, show, advance, assign];
