import { describe, expect, it } from 'vitest';
import { admissionLimit, DEFAULT_ADMISSION, type Tick } from '../../src/gates/admission.ts';
import { createWorkload } from '../../src/gates/workload.ts';

const ticks = (count: number, changes: Partial<Tick> = {}): Tick[] =>
  Array.from({ length: count }, () => ({ elapsedMs: 100, answered: 200, maxUnderWay: 900, ...changes }));

describe('as many may be in progress as are answered in the time that a newcomer should wait', () => {
  it.each([
    ['nothing is known yet: the maximum', [], 1_000],
    ['idle: the maximum', ticks(10, { answered: 0, maxUnderWay: 0 }), 1_000],
    ['64 callers, one after the other, however slow: the maximum', ticks(10, { answered: 1, maxUnderWay: 64 }), 1_000],
    ['busy for less than a second, as in a burst: the maximum', ticks(9, { answered: 1 }), 1_000],
    ['a quiet tick within the second', [...ticks(5), ...ticks(1, { maxUnderWay: 255 }), ...ticks(4)], 1_000],
    ['a quiet tick just over', [...ticks(9, { answered: 60 }), ...ticks(1, { maxUnderWay: 0 })], 1_000],
    ['1,500 answers a second: half of them', ticks(10, { answered: 150 }), 750],
    ['600 answers a second: half of them', ticks(10, { answered: 60 }), 300],
    ['fast: the maximum', ticks(10, { answered: 1_000 }), 1_000],
    ['slow: the minimum', ticks(10, { answered: 10 }), 256],
    ['nothing is answered at all: the minimum', ticks(10, { answered: 0 }), 256],
    ['the event loop is 150 ms late each time', ticks(4, { answered: 500, elapsedMs: 250 }), 700],
    ['the event loop is later than anybody should wait', ticks(3, { answered: 900, elapsedMs: 900 }), 256],
    ['one pause of seconds is one tick: the maximum', ticks(1, { answered: 10, elapsedMs: 5_000 }), 1_000],
    ['and so are two', ticks(2, { answered: 10, elapsedMs: 5_000 }), 1_000],
    ['what was more than a second ago', [...ticks(9, { answered: 0 }), ...ticks(10, { answered: 150 })], 750],
    [
      'one garbage collection of 300 ms in a second of 1,500 answers',
      [...ticks(9, { answered: 150 }), ...ticks(1, { answered: 150, elapsedMs: 400 })],
      480,
    ],
  ])('%s', (_, recent, expected) => {
    expect(admissionLimit(recent, DEFAULT_ADMISSION)).toBe(expected);
  });
});

describe('the workload', () => {
  const begun = (count: number) => {
    const workload = createWorkload(DEFAULT_ADMISSION, 0);
    for (let index = 0; index < count; index += 1) workload.begin();
    return workload;
  };
  const pass = (workload: ReturnType<typeof begun>, from: number, to: number) => {
    for (let now = from + 100; now <= to; now += 100) workload.tick(now);
  };

  it('lowers the limit once too many have stood for a second, and not before', () => {
    const workload = begun(900);
    pass(workload, 0, 900);
    expect(workload.limit).toBe(1_000);
    pass(workload, 900, 1_000);
    expect(workload.limit).toBe(256);
  });

  it('raises it again with the first tick that was not busy', () => {
    const workload = begun(900);
    pass(workload, 0, 2_000);
    for (let index = 0; index < 900; index += 1) workload.end();
    workload.tick(2_100); // 900 were in progress in it
    expect([workload.underWay, workload.limit]).toEqual([0, 450]);
    workload.tick(2_200);
    expect(workload.limit).toBe(1_000);
  });

  it('stays at its limit while it is full, and does not oscillate', () => {
    const workload = begun(256);
    pass(workload, 0, 1_000);
    for (let now = 1_100; now < 5_000; now += 100) {
      for (let index = 0; index < 20; index += 1) workload.end();
      while (workload.underWay < workload.limit) workload.begin();
      workload.tick(now);
      expect(workload.limit).toBe(256);
    }
  });

  it('lowers it also when the timer fires a little early each time', () => {
    const workload = begun(900);
    for (let now = 95; now <= 11 * 95; now += 95) workload.tick(now);
    expect(workload.limit).toBe(256);
  });

  it('judges a tick by the most that were in progress at once', () => {
    const workload = begun(1);
    for (let now = 100; now <= 1_100; now += 100) {
      for (let index = 0; index < 299; index += 1) workload.begin();
      for (let index = 0; index < 299; index += 1) workload.setAside();
      workload.begin();
      workload.setAside();
      workload.tick(now);
    }
    expect([workload.underWay, workload.limit]).toEqual([1, 256]);
  });

  it('counts those set aside as neither in progress nor answered', () => {
    const workload = begun(300);
    for (let index = 0; index < 300; index += 1) workload.setAside();
    expect(workload.underWay).toBe(0);
    pass(workload, 0, 1_000);
    expect(workload.limit).toBe(1_000);
  });
});
