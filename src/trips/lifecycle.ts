import type { TripStatus } from '../contract/trip.ts';
import type { Role } from '../contract/values.ts';

/** The next status of each. Any status except CANCELLED can be cancelled. */
const NEXT: Record<TripStatus, TripStatus | undefined> = {
  CONFIRMED: 'OTWTP',
  OTWTP: 'OTWTD',
  OTWTD: 'FINISHED',
  FINISHED: 'FINISHED_PAYED',
  FINISHED_PAYED: undefined,
  CANCELLED: undefined,
};

export const canCancel = (status: TripStatus): boolean => status !== 'CANCELLED';

/** An executor can change until the ride is over. */
export const canAssign = (status: TripStatus): boolean =>
  status === 'CONFIRMED' || status === 'OTWTP' || status === 'OTWTD';

export interface Assignment {
  executor: { role: Role };
  status: TripStatus;
}

/** Why an account cannot become the executor; undefined if it can. */
export function assignmentFault({ executor, status }: Assignment): AssignmentFault | undefined {
  if (executor.role !== 'DRIVER') return 'no_driver';
  return canAssign(status) ? undefined : 'over';
}
export type AssignmentFault = 'no_driver' | 'over';

/**
 * The statuses a trip passes through, step by step: to the next one, or up to `target`.
 * Undefined if it cannot be reached.
 */
export function stepsTowards(status: TripStatus, target?: TripStatus): TripStatus[] | undefined {
  const steps: TripStatus[] = [];
  for (let next = NEXT[status]; next !== undefined; next = NEXT[next]) {
    steps.push(next);
    if (next === target || target === undefined) return steps;
  }
  return undefined;
}
