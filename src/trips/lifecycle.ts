import type { TripStatus } from '../contract/trip.ts';
import type { Role } from '../contract/values.ts';

/** The one step that leads on from each status. Cancelling is open from everywhere but CANCELLED. */
const NEXT: Record<TripStatus, TripStatus | undefined> = {
  CONFIRMED: 'OTWTP',
  OTWTP: 'OTWTD',
  OTWTD: 'FINISHED',
  FINISHED: 'FINISHED_PAYED',
  FINISHED_PAYED: undefined,
  CANCELLED: undefined,
};

/** Every status, also for those who should not have to load the contract's schemas, such as the operator's command. */
export const STATUSES = Object.keys(NEXT) as TripStatus[];

export const canCancel = (status: TripStatus): boolean => status !== 'CANCELLED';

/** An executor can change until the ride is over. */
export const canAssign = (status: TripStatus): boolean =>
  status === 'CONFIRMED' || status === 'OTWTP' || status === 'OTWTD';

export interface Assignment {
  executor: { role: Role };
  status: TripStatus;
}

/** Why somebody cannot be made the executor of a trip; undefined if nothing is in the way. */
export function assignmentFault({ executor, status }: Assignment): AssignmentFault | undefined {
  if (executor.role !== 'DRIVER') return 'no_driver';
  return canAssign(status) ? undefined : 'over';
}
export type AssignmentFault = 'no_driver' | 'over';

/**
 * The statuses a trip passes through on its way, one step at a time: to the next one, or up to `target`.
 * Undefined when no way leads there.
 */
export function stepsTowards(status: TripStatus, target?: TripStatus): TripStatus[] | undefined {
  const steps: TripStatus[] = [];
  for (let next = NEXT[status]; next !== undefined; next = NEXT[next]) {
    steps.push(next);
    if (next === target || target === undefined) return steps;
  }
  return undefined;
}
