import type { TripStatus, TripWithHistory } from '../contract/trip.ts';
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

/** The statuses that a trip can advance to, in their order. */
export const STEPS: readonly TripStatus[] = Object.values(NEXT).filter((status) => status !== undefined);

export const canCancel = (status: TripStatus): boolean => status !== 'CANCELLED';

/** Whether the ride is over. */
export const isRideOver = (status: TripStatus): boolean =>
  status === 'FINISHED' || status === 'FINISHED_PAYED' || status === 'CANCELLED';

/** The statuses of trips whose ride is not over. */
export const OPEN_STATUSES: readonly TripStatus[] = (Object.keys(NEXT) as TripStatus[]).filter(
  (status) => !isRideOver(status),
);

/** An executor can change until the ride is over. */
export const canAssign = (status: TripStatus): boolean => !isRideOver(status);

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

const EARLY_MS = 3 * 3_600_000;

export type UnusualStep = 'no_driver' | 'early';

/** What is unusual about advancing a trip now; people are asked to confirm it. */
export function unusualAboutStep(
  { status, executorId, scheduledAt }: { status: TripStatus; executorId: string | null; scheduledAt: Date },
  now: Date,
): UnusualStep[] {
  if (!canAssign(status)) return [];
  const unusual: UnusualStep[] = [];
  if (executorId === null) unusual.push('no_driver');
  if (scheduledAt.getTime() - now.getTime() > EARLY_MS) unusual.push('early');
  return unusual;
}

const UNDO_MS = 60_000;

interface UndoableStep {
  statusBefore: TripStatus;
  /** For how long it can still be undone. */
  remainingMs: number;
}

/** The last change, if that was a step made in the dashboard less than a minute ago. */
export function undoableStep(history: TripWithHistory['statusHistory'], now: Date): UndoableStep | undefined {
  const [previous, last] = history.slice(-2);
  if (!previous || last?.changedBy !== 'DASHBOARD' || NEXT[previous.status] !== last.status) return undefined;
  const remainingMs = Date.parse(last.changedAt) + UNDO_MS - now.getTime();
  return remainingMs > 0 ? { statusBefore: previous.status, remainingMs } : undefined;
}
