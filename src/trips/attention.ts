import type { TripStatus } from '../contract/trip.ts';

/** Why somebody should look at a trip. */
export type Attention = 'overdue' | 'no_driver' | 'voucher_incomplete';

interface WatchedTrip {
  status: TripStatus;
  executorId: string | null;
  scheduledAt: Date;
  estimatedDurationMinutes: number | null;
  isVoucherComplete: boolean;
}

const MINUTE_MS = 60_000;
/** The driver has not set out by the time of the pickup, or the rider is not on board soon after it. */
const LATE_MINUTES: Partial<Record<TripStatus, number>> = { CONFIRMED: 0, OTWTP: 20 };
const DEFAULT_RIDE_MINUTES = 60;
const RIDE_SLACK_MINUTES = 60;

/** The most urgent first. */
export function attentionFor(trip: WatchedTrip, now: Date): Attention[] {
  const { status, executorId, isVoucherComplete } = trip;
  if (status === 'CANCELLED' || status === 'FINISHED' || status === 'FINISHED_PAYED') return [];
  const attention: Attention[] = [];
  if (now > dueAt(trip)) attention.push('overdue');
  if (executorId === null) attention.push('no_driver');
  if (!isVoucherComplete) attention.push('voucher_incomplete');
  return attention;
}

/** When the next step should have been made. */
function dueAt({ status, scheduledAt, estimatedDurationMinutes }: WatchedTrip): Date {
  const ride = (estimatedDurationMinutes ?? DEFAULT_RIDE_MINUTES) + RIDE_SLACK_MINUTES;
  return new Date(scheduledAt.getTime() + (LATE_MINUTES[status] ?? ride) * MINUTE_MS);
}
