import { describe, expect, it } from 'vitest';
import type { TripStatus } from '../../src/contract/trip.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import { assignmentFault, canAssign, canCancel, stepsTowards } from '../../src/trips/lifecycle.ts';

const WAY: TripStatus[] = ['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED'];
const PAIRS = TRIP_STATUSES.flatMap((from) => TRIP_STATUSES.map((to) => [from, to] as const));

describe('the lifecycle of a trip', () => {
  it('knows the five statuses of the way, and CANCELLED, and no others', () => {
    expect([...TRIP_STATUSES]).toEqual([...WAY, 'CANCELLED']);
  });

  it.each([
    ['CONFIRMED', ['OTWTP']],
    ['OTWTP', ['OTWTD']],
    ['OTWTD', ['FINISHED']],
    ['FINISHED', ['FINISHED_PAYED']],
    ['FINISHED_PAYED', undefined],
    ['CANCELLED', undefined],
  ] as [TripStatus, TripStatus[] | undefined][])('one step on from %s: %j', (from, steps) => {
    expect(stepsTowards(from)).toEqual(steps);
  });

  it.each(PAIRS)('from %s to %s every status between is passed, and no way leads back or aside', (from, to) => {
    const [start, end] = [WAY.indexOf(from), WAY.indexOf(to)];
    const expected = start >= 0 && end > start ? WAY.slice(start + 1, end + 1) : undefined;
    expect(stepsTowards(from, to)).toEqual(expected);
  });

  it('can end by cancellation from everywhere but CANCELLED', () => {
    expect(TRIP_STATUSES.filter(canCancel)).toEqual(WAY);
  });

  it('can be given another executor until the ride is over', () => {
    expect(TRIP_STATUSES.filter(canAssign)).toEqual(['CONFIRMED', 'OTWTP', 'OTWTD']);
  });

  it.each([
    ['DRIVER', 'CONFIRMED', undefined],
    ['DRIVER', 'OTWTP', undefined],
    ['DRIVER', 'FINISHED', 'over'],
    ['CONTRACTOR', 'CONFIRMED', 'no_driver'],
  ] as const)('can be given to a %s while %s: %s', (role, status, fault) => {
    expect(assignmentFault({ executor: { role }, status })).toBe(fault);
  });
});
