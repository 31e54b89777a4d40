import { HOUR_MS } from '../../clock.ts';
import { startOfHour } from '../../usage/buffer.ts';
import type { HourlyCount } from '../../usage/usageStore.ts';

const HOURS = 24;

/** The requests of one hour by status class. */
export interface HourOfUse {
  at: Date;
  successes: number;
  callerFaults: number;
  ourFaults: number;
}

/** The start of a range of hours that ends with the current one: by default, of the last day. */
export const firstHour = (now: Date, hours = HOURS): Date =>
  new Date(startOfHour(now.getTime()) - (hours - 1) * HOUR_MS);

/** Every hour of the last day, including those without requests. */
export function lastDay(counts: readonly HourlyCount[], now: Date): HourOfUse[] {
  const first = firstHour(now).getTime();
  const hours = Array.from({ length: HOURS }, (_, index) => ({
    at: new Date(first + index * HOUR_MS),
    successes: 0,
    callerFaults: 0,
    ourFaults: 0,
  }));
  for (const { hour, statusClass, requests } of counts) {
    const found = hours[(hour.getTime() - first) / HOUR_MS];
    if (!found) continue;
    if (statusClass === 5) found.ourFaults += requests;
    else if (statusClass === 4) found.callerFaults += requests;
    else found.successes += requests;
  }
  return hours;
}

export const totalOf = ({ successes, callerFaults, ourFaults }: HourOfUse) => successes + callerFaults + ourFaults;
