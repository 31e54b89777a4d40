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
  /** Rows that could not be measured, and why. */
  unavailable: string[];
  /** What is not a comparison. */
  figures: Figure[];
}

export const machine = () =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, ${process.platform} ${process.arch}`;

const HEADS = [
  'row',
  'req/s',
  'p50 ms',
  'p99 ms',
  'against',
  'its figure',
  'ratio',
  'spread',
  'aim',
  'verdict',
  'CPU',
  'resident',
];

export function asText({ rows, unavailable, figures, ...report }: Report): string {
  const cells = rows.map((row) => [
    row.title,
    figure(row.perSecond),
    figure(row.p50Ms),
    figure(row.p99Ms),
    row.limit,
    `${figure(row.limitFigure)} ${row.compare === 'rate' ? '/s' : 'ms'}`,
    figure(row.ratio),
    `${figure(row.spread.least)}..${figure(row.spread.most)}`,
    aimText(row.aim),
    row.verdict,
    Number.isNaN(row.cpu) ? '' : `${Math.round(row.cpu * 100)} %`,
    Number.isNaN(row.residentMib) ? '' : `${Math.round(row.residentMib)} MiB`,
  ]);
  const generator = rows.map(({ generatorCpu }) => `${Math.round(generatorCpu * 100)} %`);
  return [
    ...(cells.length > 0 ? [renderTable(HEADS, cells), ''] : []),
    ...unavailable,
    ...figures.map(figureText),
    ...(generator.length > 0 ? [`CPU of the load generator, row by row: ${generator.join(', ')} of a core.`] : []),
    ...rows.flatMap(({ warnings }) => warnings.map((warning) => `WARNING ${warning}`)),
    ...rows.flatMap(({ faults }) => faults.map((fault) => `INVALID ${fault}`)),
    `${report.machine}. ${report.slices}. Took ${Math.round(report.tookSeconds)} s.`,
  ].join('\n');
}

function figureText(given: Figure): string {
  const { title, value, unit, values, aim, verdict } = given;
  const { least, most } = spreadOf(given);
  const range = values.length > 1 ? ` (${figure(least)}..${figure(most)})` : '';
  return `${title}: ${figure(value)} ${unit}${range}${aim === undefined ? '' : `, aim ${aimText(aim)}: ${verdict}`}`;
}
