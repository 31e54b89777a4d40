import type { Account } from '../accounts/accountStore.ts';
import { OperatorFault } from '../fault.ts';
import { type AssignmentFault, assignmentFault, STEPS, stepsTowards } from '../trips/lifecycle.ts';
import { assignTrip, stepTrip } from '../trips/store/changeTrip.ts';
import { findTripOfAnyAccount, findTrips, type TripOfAccount } from '../trips/store/findTrips.ts';
import { listTrips } from '../trips/store/listTrips.ts';
import { tripView, tripWithHistoryView } from '../trips/tripView.ts';
import type { Command, Context } from './command.ts';
import { accountOption, existingAccount, givenAccount } from './givenAccount.ts';
import { parseIdentifier, parseStatus } from './values.ts';

const show: Command = {
  words: 'trips show',
  argument: 'ID',
  help: 'one trip with its history',
  async run(given, context) {
    const { accountId, tripId } = await existingTrip(given.argument, context);
    const [found] = await findTrips(context.database, [{ accountId, tripId }]);
    if (!found) throw new OperatorFault(`there is no trip ${tripId}`);
    return tripWithHistoryView(found.trip, found.history);
  },
};

const list: Command = {
  words: 'trips list',
  help: 'the newest hundred trips of an account',
  options: accountOption,
  async run(given, context) {
    const { accountId } = await givenAccount(given, context);
    const everything = { accountId, status: undefined, from: undefined, to: undefined };
    const { trips } = await listTrips(context.database, { ...everything, page: 1, limit: 100 });
    return trips.map((trip) => {
      const { _id, status, scheduledPickupTime, price, executorId, createdAt } = tripView(trip);
      return { _id, status, scheduledPickupTime, price, executorId, createdAt };
    });
  },
};

const advance: Command = {
  words: 'trips advance',
  argument: 'ID',
  help: 'advance a trip by one step, or to --to',
  options: { to: { value: 'STATUS', help: `advance step by step to this status: ${STEPS.join(', ')}` } },
  async run(given, context) {
    const trip = await existingTrip(given.argument, context);
    const target = given.text('to') === undefined ? undefined : parseStatus(given.required('to'));
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
  argument: 'ID',
  help: 'assign a trip to a driver’s account',
  options: { executor: { value: 'ACCOUNT', help: 'an account with the role DRIVER', isRequired: true } },
  async run(given, context) {
    const trip = await existingTrip(given.argument, context);
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

async function existingTrip(text: string, { database }: Context): Promise<TripOfAccount> {
  const trip = await findTripOfAnyAccount(database, parseIdentifier(text, 'the trip'));
  if (!trip) throw new OperatorFault(`there is no trip ${text}`);
  return trip;
}

function changedMeanwhile({ tripId }: TripOfAccount): never {
  throw new OperatorFault(`trip ${tripId} was changed by someone else: try again`);
}

export const tripCommands = [list, show, advance, assign];
