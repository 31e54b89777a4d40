import { cpus, totalmem } from 'node:os';
import { aimText } from './measuring/statistics.ts';
import { figure, renderTable } from './measuring/table.ts';
import type { MeasuredRow } from './rows/row.ts';
import { type Figure, spreadOf } from './rows/startup.ts';

export interface Report {
  machine: string;
  startedAt: string;
  tookSeconds: number;
  slices: string;
  rows: MeasuredRow[];
  /** What could not be measured as usual, and why. */
  unavailable: string[];
  /** What is not a comparison. */
  figures: Figure[];
}

export const machine = () =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;

const HEADS = ['row', 'req/s', 'p50 ms', 'p99 ms', 'against', 'ratio (spread)', 'aim'];

export function asText({ rows, unavailable, figures, ...report }: Report): string {
  return [
    ...(rows.length > 0 ? [renderTable(HEADS, rows.map(cellsOf)), ''] : []),
    ...unavailable,
    ...figures.map(figureText),
    ...cpuText('the service', rows, ({ cpu }) => cpu),
    ...cpuText('the load generator', rows, ({ generatorCpu }) => generatorCpu),
    ...rows.flatMap(({ warnings }) => warnings.map((warning) => `WARNING ${warning}`)),
    ...rows.flatMap(({ faults }) => faults.map((fault) => `INVALID ${fault}`)),
    `${report.machine}. ${report.slices}. Took ${Math.round(report.tookSeconds)} s.`,
  ].join('\n');
}

function cellsOf(row: MeasuredRow): string[] {
  const unit = row.compare === 'rate' ? '/s' : 'ms';
  return [
    row.title,
    figure(row.perSecond),
    figure(row.p50Ms),
    figure(row.p99Ms),
    `${row.limit} ${figure(row.limitFigure)} ${unit}`,
    `${figure(row.ratio)} (${figure(row.spread.least)}..${figure(row.spread.most)})`,
    row.aim === undefined && row.verdict !== 'INVALID' ? '' : `${aimText(row.aim)} ${row.verdict}`.trim(),
  ];
}

function cpuText(whose: string, rows: readonly MeasuredRow[], cpuOf: (row: MeasuredRow) => number): string[] {
  const shares = rows.map(cpuOf).map((cpu) => (Number.isNaN(cpu) ? '-' : `${Math.round(cpu * 100)} %`));
  return shares.length > 0 ? [`CPU of ${whose}, row by row: ${shares.join(', ')} of a core.`] : [];
}

function figureText(given: Figure): string {
  const { title, value, unit, values, aim, verdict } = given;
  const { least, most } = spreadOf(given);
  const range = values.length > 1 ? ` (${figure(least)}..${figure(most)})` : '';
  return `${title}: ${figure(value)} ${unit}${range}${aim === undefined ? '' : `, aim ${aimText(aim)}: ${verdict}`}`;
}
