import type { FastifyReply, FastifyRequest } from 'fastify';
import { fieldOf } from '../../web/formBody.ts';
import type { DashboardDependencies } from '../dependencies.ts';
import { formOf } from '../formGate.ts';
import { sessionOf } from '../page.ts';
import { visitOf } from '../visit.ts';
import { tripsWords } from '../words/trips.ts';
import { VERSION } from './statusCards.tsx';
import { sendTrip, type TripProblem } from './tripPage.tsx';
import type { ShownTrip } from './tripReader.ts';

/** Whether the form was made from the trip's current version. */
export const isCurrent = (request: FastifyRequest, { version }: ShownTrip): boolean =>
  fieldOf(formOf(request), VERSION) === String(version);

/**
 * Who makes a change, for the trip's history. Null for a ride of a contractor: neither account sees which member of the other one
 * acted.
 */
export function memberEmailFor(request: FastifyRequest, { reference }: Pick<ShownTrip, 'reference'>): string | null {
  const { account, member } = sessionOf(request);
  return reference.accountId === account.accountId ? member.email : null;
}

/** Somebody else changed the trip first: change nothing and show it as it is now. */
export const changedMeanwhile = (
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DashboardDependencies,
  problem: TripProblem = {},
) => {
  const message = tripsWords[visitOf(request).language].changedMeanwhile;
  return sendTrip(request, reply.code(409), dependencies, { ...problem, message });
};
