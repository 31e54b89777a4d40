import { setTimeout as sleep } from 'node:timers/promises';

// Longer than anything that is still under way can take, however busy the machine: a statement is given up after five seconds.
const LONGEST_WORK_MS = 6_000;

/**
 * The faults that are still there at a second look. What a caller asked for without waiting may be done while we read: a booking
 * then pushes a trip onto the next page, where it is seen twice. What is lost, doubled or altered stays so.
 */
export async function lastingFaults(look: () => Promise<string[]>, waitMs = LONGEST_WORK_MS): Promise<string[]> {
  if ((await look()).length === 0) return [];
  await sleep(waitMs);
  return look();
}
