import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasAgreed } from '../../accounts/driverAgreementStore.ts';
import { parseId } from '../../identifiers.ts';
import { canAssign } from '../../trips/lifecycle.ts';
import { assignTrip } from '../../trips/store/changeTrip.ts';
import { fieldOf } from '../../web/formBody.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { allow } from '../permissionGate.tsx';
import { redirectWithNotice, visitOf } from '../visit.ts';
import { driversWords } from '../words/drivers.ts';
import { tripChangeWords } from '../words/tripChanges.ts';
import { tripsWords } from '../words/trips.ts';
import { changedMeanwhile, isCurrent, memberEmailFor } from './changes.ts';
import { sendTrip } from './tripPage.tsx';
import { pathOf, readOwnTrip, type ShownTrip } from './tripReader.ts';

export function assignTripRoute(app: FastifyInstance, dependencies: DashboardDependencies): void {
  app.post('/trips/:id/assign', allow('TRIPS'), async (request, reply) => assign(request, reply, dependencies));
}

async function assign(request: FastifyRequest, reply: FastifyReply, dependencies: DashboardDependencies) {
  const { database, clock } = dependencies;
  const { language } = visitOf(request);
  const shown = await readOwnTrip(database, request);
  const chosen = fieldOf(formOf(request), 'driver');
  const refuseOutdated = () => changedMeanwhile(request, reply, dependencies, { chosenDriver: chosen });
  if (!isCurrent(request, shown)) return refuseOutdated();
  const executorId = chosen === '' ? null : parseId(chosen);
  const fault = await assignmentFault(shown, executorId, dependencies);
  if (fault !== undefined || executorId === undefined) {
    const driverError = fault === 'over' ? tripsWords[language].tooLateToAssign : driversWords[language].notYours;
    return sendTrip(request, reply.code(422), dependencies, { driverError });
  }
  if (executorId === shown.trip.executorId)
    return redirectWithNotice(request, reply, pathOf(shown), tripChangeWords[language].nothingChanged);
  const changed = await assignTrip(database, {
    trip: { ...shown.reference, version: shown.version },
    executorId,
    assignedAt: clock(),
    assignedBy: 'DASHBOARD',
    memberEmail: memberEmailFor(request, shown),
  });
  if (!changed) return refuseOutdated();
  const notice = executorId === null ? driversWords[language].removed : tripsWords[language].assigned;
  return redirectWithNotice(request, reply, pathOf(shown), notice);
}

interface AssignedTrip extends Pick<ShownTrip, 'reference'> {
  trip: Pick<ShownTrip['trip'], 'status' | 'executorId' | 'userId'>;
}

/** A contractor's trip can be assigned to drivers who agreed, until the ride is over. Drivers drive their own trips. */
export async function assignmentFault(
  { trip, reference }: AssignedTrip,
  executorId: string | null | undefined,
  { database }: Pick<DashboardDependencies, 'database'>,
): Promise<'over' | 'no_agreement' | undefined> {
  if (!canAssign(trip.status)) return 'over';
  if (executorId === null) return trip.executorId === trip.userId ? 'no_agreement' : undefined;
  if (executorId === undefined || !(await hasAgreed(database, reference.accountId, executorId))) return 'no_agreement';
  return undefined;
}
