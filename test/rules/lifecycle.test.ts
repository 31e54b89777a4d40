import { describe, expect, it } from 'vitest';
import type { TripStatus } from '../../src/contract/trip.ts';
import { TRIP_STATUSES } from '../../src/contract/values.ts';
import {
  assignmentFault,
  canAssign,
  canCancel,
  OPEN_STATUSES,
  STEPS,
  stepsTowards,
  undoableStep,
  unusualAboutStep,
} from '../../src/trips/lifecycle.ts';

const WAY: TripStatus[] = ['CONFIRMED', 'OTWTP', 'OTWTD', 'FINISHED', 'FINISHED_PAYED'];
const PAIRS = TRIP_STATUSES.flatMap((from) => TRIP_STATUSES.map((to) => [from, to] as const));

describe('the lifecycle of a trip', () => {
  it('is open until the ride is over', () => {
    expect(OPEN_STATUSES).toEqual(['CONFIRMED', 'OTWTP', 'OTWTD']);
  });

  it('knows the five statuses of the way, and CANCELLED, and no others', () => {
    expect([...TRIP_STATUSES]).toEqual([...WAY, 'CANCELLED']);
    expect(STEPS).toEqual(WAY.slice(1));
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

describe('a step of a trip', () => {
  const now = new Date('2027-03-01T08:00:00Z');
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  const inThreeHours = secondsAgo(-3 * 3_600);

  it('is unusual without a driver, or more than three hours before the pickup', () => {
    const trip = { status: 'CONFIRMED' as TripStatus, executorId: 'x', scheduledAt: inThreeHours };
    expect(unusualAboutStep(trip, now)).toEqual([]);
    expect(unusualAboutStep({ ...trip, executorId: null }, secondsAgo(1))).toEqual(['no_driver', 'early']);
    expect(unusualAboutStep({ ...trip, status: 'FINISHED', executorId: null }, secondsAgo(1))).toEqual([]);
  });

  it('can be undone within a minute, if it was the last one and was made in the dashboard', () => {
    const entry = (status: TripStatus, changedBy: string, seconds: number) =>
      ({ status, changedBy, changedAt: secondsAgo(seconds).toISOString() }) as never;
    const [booked, onTheWay] = [entry('CONFIRMED', 'API', 900), entry('OTWTP', 'DASHBOARD', 300)];
    const undoable = (...history: never[]) => undoableStep(history, now);
    const aboardSince = (seconds: number) => undoable(booked, onTheWay, entry('OTWTD', 'DASHBOARD', seconds));
    expect(aboardSince(0)).toEqual({ statusBefore: 'OTWTP', remainingMs: 60_000 });
    expect(aboardSince(59)).toEqual({ statusBefore: 'OTWTP', remainingMs: 1000 });
    expect(aboardSince(60)).toBeUndefined();
    expect(undoable(booked, onTheWay, entry('OTWTD', 'API', 1))).toBeUndefined();
    expect(undoable(booked, onTheWay, entry('CANCELLED', 'DASHBOARD', 1))).toBeUndefined();
    expect(undoable(entry('CONFIRMED', 'DASHBOARD', 1))).toBeUndefined();
  });
});
