import type { Span } from '../measuring/profile.ts';
import { type Aim, judge, median, type Spread, spread, type Verdict } from '../measuring/statistics.ts';

/** The result of one slice on one side. */
export interface Slice {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  count: number;
  faults: Record<string, number>;
  /** Of one core; NaN where load and server are one, as in pgbench. */
  generatorCpu: number;
  serverCpu: number;
  residentMib: number;
}

export interface Side {
  name: string;
  run(seconds: number): Promise<Slice>;
}

/** A comparison of the service with a limit, or with itself. */
export interface Row {
  title: string;
  subject: Side;
  limit: Side;
  /** Responses per second, the median response time, or its 99th percentile. */
  compare: 'rate' | 'time' | 'p99';
  aim: Aim;
  /** A fraction of the usual length of a slice, where there are many rows. */
  sliceShare?: number;
}

export interface MeasuredRow {
  title: string;
  subject: string;
  limit: string;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  compare: Row['compare'];
  limitFigure: number;
  ratio: number;
  ratios: number[];
  spread: Spread;
  aim: Aim;
  verdict: Verdict;
  cpu: number;
  residentMib: number;
  /** On the service, of one core. */
  generatorCpu: number;
  /** When the subject was under load. */
  spans: Span[];
  faults: string[];
  warnings: string[];
}

const FIGURES = { rate: 'perSecond', time: 'p50Ms', p99: 'p99Ms' } as const;

// From here on the generator may be what limits the figure.
const SATURATED = 0.95;

export interface MeasuringOptions {
  rounds: number;
  /** The length of a slice. */
  seconds: number;
  tell(text: string): void;
}

/** Measures both sides in turn, so that other work of the machine affects both. */
export async function measureRow(row: Row, { rounds, seconds, tell }: MeasuringOptions): Promise<MeasuredRow> {
  const slices: { subject: Slice; limit: Slice; span: Span }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const length = seconds * (row.sliceShare ?? 1) * (round === 0 ? 0.5 : 1); // the first one only warms up
    const what = round === 0 ? 'warming up' : `round ${round} of ${rounds}`;
    tell(`${row.title}: ${what}, ${row.subject.name}`);
    const from = monotonicMicroseconds();
    const subject = await row.subject.run(length);
    const span = { from, to: monotonicMicroseconds() };
    tell(`${row.title}: ${what}, ${row.limit.name}`);
    const limit = await row.limit.run(length);
    if (round > 0) slices.push({ subject, limit, span });
  }
  return summarise(row, slices);
}

/** The clock that profiles use, in any process. */
const monotonicMicroseconds = () => Number(process.hrtime.bigint() / 1_000n);

function summarise(row: Row, slices: { subject: Slice; limit: Slice; span: Span }[]): MeasuredRow {
  const figureOf = (slice: Slice) => slice[FIGURES[row.compare]];
  const middle = (of: (slice: Slice) => number) => median(slices.map(({ subject }) => of(subject)));
  const faults = faultsOf(row, slices);
  const ratios = slices.map(({ subject, limit }) => figureOf(subject) / figureOf(limit));
  const ratio = median(ratios);
  return {
    title: row.title,
    subject: row.subject.name,
    limit: row.limit.name,
    perSecond: middle(({ perSecond }) => perSecond),
    p50Ms: middle(({ p50Ms }) => p50Ms),
    p99Ms: middle(({ p99Ms }) => p99Ms),
    compare: row.compare,
    limitFigure: median(slices.map(({ limit }) => figureOf(limit))),
    ratio,
    ratios,
    spread: spread(ratios),
    aim: row.aim,
    verdict: faults.length > 0 ? 'INVALID' : judge(ratio, row.aim),
    cpu: middle(({ serverCpu }) => serverCpu),
    residentMib: middle(({ residentMib }) => residentMib),
    generatorCpu: middle(({ generatorCpu }) => generatorCpu),
    spans: slices.map(({ span }) => span),
    faults,
    warnings: saturations(row, slices),
  };
}

function faultsOf(row: Row, slices: { subject: Slice; limit: Slice }[]): string[] {
  const list = (name: string, { faults }: Slice) =>
    Object.entries(faults).map(([fault, times]) => `${row.title}: ${name}: ${fault}, ${times} times`);
  return slices.flatMap(({ subject, limit }) => [...list(row.subject.name, subject), ...list(row.limit.name, limit)]);
}

function saturations(row: Row, slices: { subject: Slice; limit: Slice }[]): string[] {
  return (['subject', 'limit'] as const).flatMap((side) => {
    const generator = median(slices.map((slice) => slice[side].generatorCpu));
    const server = median(slices.map((slice) => slice[side].serverCpu));
    if (!(generator > SATURATED && server < SATURATED)) return [];
    const percent = (share: number) => `${Math.round(share * 100)} %`;
    return [
      `${row.title}: the generator was busy (${percent(generator)}) while ${row[side].name} was not (${percent(server)})`,
    ];
  });
}
