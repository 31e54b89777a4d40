import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findAccountByEmail } from '../../accounts/ownerStore.ts';
import { parseSignInEmail, SIGN_IN_EMAIL } from '../../contract/values.ts';
import { type AssignmentFault, assignmentFault } from '../../trips/lifecycle.ts';
import { assignTrip } from '../../trips/store/changeTrip.ts';
import { fieldOf } from '../../web/formBody.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { sessionOf } from '../page.ts';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { tripsWords } from '../words/trips.ts';
import { tripPath, VERSION } from './statusCards.tsx';
import { sendTrip } from './tripPage.tsx';
import { readTrip, referenceOf, type ShownTrip } from './tripReader.ts';

export function assignTripRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/trips/:id/assign', async (request, reply) => assign(request, reply, dependencies));
}

/** Whether the form was made from the trip's current version. */
export const isCurrent = (request: FastifyRequest, { version }: ShownTrip): boolean =>
  fieldOf(formOf(request), VERSION) === String(version);

/** Somebody else changed the trip first: change nothing and show it as it is now. */
export const changedMeanwhile = (request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) =>
  sendTrip(request, reply.code(409), dependencies, { message: tripsWords[visitOf(request).language].changedMeanwhile });

async function assign(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock } = dependencies;
  const reference = referenceOf(request);
  const shown = await readTrip(database, reference);
  if (!isCurrent(request, shown)) return changedMeanwhile(request, reply, dependencies);
  const driver = await askedDriver(request, shown, dependencies);
  if ('error' in driver) {
    const email = fieldOf(formOf(request), 'email').slice(0, SIGN_IN_EMAIL.max);
    return sendTrip(request, reply.code(422), dependencies, { attempt: { email, error: driver.error } });
  }
  const changed = await assignTrip(database, {
    trip: { ...reference, version: shown.version },
    executorId: driver.accountId,
    assignedAt: clock(),
    assignedBy: 'DASHBOARD',
  });
  if (!changed) return changedMeanwhile(request, reply, dependencies);
  return redirectWithNotice(request, reply, tripPath(shown), tripsWords[visitOf(request).language].assigned);
}

/** The driver with the submitted e-mail address, or the error. */
async function askedDriver(
  request: FastifyRequest,
  { trip }: ShownTrip,
  { database, limits }: DashboardDependencies,
): Promise<{ accountId: string } | { error: string }> {
  const words = tripsWords[visitOf(request).language];
  const { account: owner } = sessionOf(request);
  const email = parseSignInEmail(fieldOf(formOf(request), 'email'));
  if (email === undefined) return { error: words.noEmail };
  const { isExceeded, resetSeconds } = await limits.driverSearch.count(owner.accountId);
  if (isExceeded) return { error: words.tooManySearches(Math.ceil(resetSeconds / 60)) };
  const executor = await findAccountByEmail(database, email);
  if (!executor) return { error: words.noSuchDriver };
  // Drivers drive their own bookings; only the operator can assign them to another.
  if (owner.role === 'DRIVER' && executor.accountId !== owner.accountId) return { error: words.ownTrip };
  const fault = assignmentFault({ executor, status: trip.status });
  return fault === undefined ? executor : { error: words[FAULTS[fault]] };
}

/** The message does not reveal whether an address that is not a driver's belongs to a contractor or to nobody. */
const FAULTS = {
  no_driver: 'noSuchDriver',
  over: 'tooLateToAssign',
} as const satisfies Record<AssignmentFault, string>;
