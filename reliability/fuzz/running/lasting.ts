import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass } from '../judging/state.ts';

// Longer than anything that is still under way can take, however busy the machine: a statement is given up after five seconds.
const LONGEST_WORK_MS = 6_000;

/**
 * The faults of a state, after a second look if all of them may be the work that a caller asked for without waiting, done while we
 * read. What is lost, altered or too many is a fault at the first look: nothing that is still under way explains it.
 */
export async function lastingFaults(look: () => Promise<string[]>, waitMs = LONGEST_WORK_MS): Promise<string[]> {
  const faults = await look();
  if (!faults.every(mayPass)) return faults;
  if (faults.length === 0) return [];
  await sleep(waitMs);
  return look();
}
