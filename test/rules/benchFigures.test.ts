import { describe, expect, it } from 'vitest';
import { createHistogram } from '../../bench/measuring/histogram.ts';
import { readProfile } from '../../bench/measuring/profile.ts';
import { aimText, judge, median, spread } from '../../bench/measuring/statistics.ts';
import { figure, renderTable } from '../../bench/measuring/table.ts';
import { asText } from '../../bench/report.ts';
import type { MeasuredRow } from '../../bench/rows/row.ts';

describe('percentiles of a histogram', () => {
  it('are right to within one in a hundred, from microseconds to seconds', () => {
    for (const unit of [0.01, 1, 100]) {
      const histogram = createHistogram();
      for (let value = 1; value <= 100; value += 1) histogram.record(value * unit);
      expect(histogram.count()).toBe(100);
      for (const share of [0.01, 0.5, 0.99, 1]) {
        expect(histogram.percentile(share) / (share * 100 * unit)).toBeCloseTo(1, 1.9);
      }
    }
  });

  it('do not exist where nothing was recorded, and bound what no bucket fits', () => {
    expect(createHistogram().percentile(0.5)).toBeNaN();
    const histogram = createHistogram();
    histogram.record(0);
    histogram.record(1e9);
    expect(histogram.percentile(0.5)).toBeLessThan(0.01);
    expect(histogram.percentile(1)).toBeGreaterThanOrEqual(60_000);
  });
});

describe('medians, spreads and verdicts', () => {
  it('takes the middle value, or the middle of the two', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it('spreads from the least to the most', () => {
    expect(spread([0.9, 1.3, 1.1])).toEqual({ least: 0.9, most: 1.3 });
    expect(spread([]).least).toBeNaN();
  });

  it('meets an aim at its very bound, misses it beyond, and calls what is no number invalid', () => {
    expect(judge(0.6, { atLeast: 0.6 })).toBe('met');
    expect(judge(0.59, { atLeast: 0.6 })).toBe('missed');
    expect(judge(1.25, { atMost: 1.25 })).toBe('met');
    expect(judge(1.26, { atMost: 1.25 })).toBe('missed');
    expect(judge(7, undefined)).toBe('as measured');
    expect(judge(Number.NaN, { atMost: 2 })).toBe('INVALID');
    expect([aimText({ atLeast: 1 }), aimText({ atMost: 1.5 }), aimText(undefined)]).toEqual(['>= 1', '<= 1.5', '']);
  });
});

describe('the table', () => {
  it('lines up, with figures on the right', () => {
    expect(
      renderTable(
        ['row', 'req/s'],
        [
          ['create', '12,345'],
          ['list', '7'],
        ],
      ).split('\n'),
    ).toEqual(['| row    |  req/s |', '|--------|-------:|', '| create | 12,345 |', '| list   |      7 |']);
  });

  it('of a whole run fits a terminal of 120 columns, and says which aims are missed', () => {
    const row: MeasuredRow = {
      title: 'read beside deep pages : quiet',
      subject: 'service',
      limit: 'node:http',
      perSecond: 12_345,
      p50Ms: 12.3,
      p99Ms: 123.4,
      compare: 'rate',
      limitFigure: 12_345,
      ratio: 0.5,
      ratios: [0.4, 0.5, 0.6],
      spread: { least: 0.4, most: 0.6 },
      aim: { atLeast: 0.95 },
      verdict: 'missed',
      cpu: 0.86,
      residentMib: 222,
      generatorCpu: 0.13,
      spans: [],
      faults: [],
      warnings: [],
    };
    const unjudged: MeasuredRow = { ...row, title: 'create', aim: undefined, verdict: 'as measured', cpu: Number.NaN };
    const report = {
      machine: 'a machine',
      startedAt: '',
      tookSeconds: 1,
      slices: 'One round',
      unavailable: [],
      figures: [],
    };
    const lines = asText({ ...report, rows: [row, unjudged] }).split('\n');
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
    expect(lines[2]).toMatch(/\| node:http 12,345 \/s \| 0.50 \(0.40..0.60\) \| >= 0.95 missed \|$/);
    expect(lines[3]).toMatch(/\| {16}\|$/);
    expect(lines).toContain('CPU of the service, row by row: 86 %, - of a core.');
  });

  it('writes the digits that matter', () => {
    expect([12_345.6, 432.1, 43.21, 4.321, 0.0432, 0, Number.NaN].map(figure)).toEqual([
      '12,346',
      '432',
      '43.2',
      '4.32',
      '0.04',
      '0',
      '',
    ]);
  });
});

describe('the reading of a profile', () => {
  const node = (id: number, functionName: string, url: string) => ({
    id,
    callFrame: { functionName, url, lineNumber: 9 },
  });
  const profile = {
    startTime: 1_000,
    nodes: [
      node(1, '(idle)', ''),
      node(2, 'read', 'file:///anywhere/dist/trips/store/findTrips.js'),
      node(3, '', 'file:///anywhere/node_modules/@scope/name/lib/a.js'),
      node(4, 'writev', ''),
    ],
    samples: [2, 2, 1, 3, 4, 2],
    timeDeltas: [0, 10, 10, 10, 10, 1_000],
  };

  it('counts work within the spans only, by function and by package', () => {
    expect(readProfile(profile, [{ from: 1_005, to: 1_500 }])).toEqual({
      samples: 3,
      functions: [
        { name: 'read dist/trips/store/findTrips.js:10', share: 1 / 3 },
        { name: '(anonymous) node_modules/@scope/name/lib/a.js:10', share: 1 / 3 },
        { name: 'writev', share: 1 / 3 },
      ],
      packages: [
        { name: 'dist/trips', share: 1 / 3 },
        { name: 'node_modules/@scope/name', share: 1 / 3 },
        { name: '(native)', share: 1 / 3 },
      ],
    });
  });
});
