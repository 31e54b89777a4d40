import type { RoadConstants } from '../src/places/embedded/roads.ts';
import type { AddressReport } from './addressCheck.ts';
import type { Cost } from './cost.ts';
import { type Comparison, type ErrorRow, percentOff } from './errorTable.ts';

export interface Aim {
  name: string;
  value: number;
  atMost: number;
  isMet: boolean;
}

export interface AccuracyReport {
  routes: {
    /** Both ends as text, as in a quote. The constants were calibrated on two thirds of the routes … */
    calibratedOn: ErrorRow[];
    /** … and not on this third; the aims apply to it. */
    heldOut: ErrorRow[];
    all: ErrorRow[];
    /** Both ends at their true coordinates: the router's own error. */
    routerAlone: ErrorRow[];
    unplaced: string[];
    roadless: string[];
    worst: Comparison[];
  };
  constants: { shipped: RoadConstants; calibrated: RoadConstants };
  addresses: AddressReport;
  cost: Cost;
  aims: Aim[];
}

export function asText({ routes, constants, addresses, cost, aims }: AccuracyReport): string {
  return [
    table('Routes that were held out: nothing was calibrated on them', routes.heldOut),
    table('Routes that the constants were calibrated on', routes.calibratedOn),
    table('All routes', routes.all),
    table('All routes, the router alone: both ends at their true coordinates', routes.routerAlone),
    list('Ends the geocoder refused', routes.unplaced),
    list('Routes without a road', routes.roadless),
    list('The ten worst distances', routes.worst.map(worstLine)),
    constantsText(constants),
    addressText(addresses),
    costText(cost),
    ['Aims', ...aims.map(aimLine)].join('\n'),
  ].join('\n\n');
}

function table(title: string, rows: readonly ErrorRow[]): string {
  const line = (...cells: string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(14) : cell.padStart(13))).join('');
  const percent = (value: number) => `${value.toFixed(1)} %`;
  return [
    title,
    line('', 'routes', 'km median', 'km p90', 'min. median', 'min. p90'),
    ...rows.map((row) =>
      line(
        row.distances,
        String(row.count),
        percent(row.kmMedian),
        percent(row.kmP90),
        percent(row.minutesMedian),
        percent(row.minutesP90),
      ),
    ),
  ].join('\n');
}

const list = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? `${title}: none` : [`${title}: ${lines.length}`, ...lines.map((line) => `  ${line}`)].join('\n');

const worstLine = (each: Comparison): string =>
  `${each.name}: ${each.km} km, estimated ${each.estimatedKm.toFixed(1)} (${percentOff(each.estimatedKm, each.km).toFixed(0)} % off)`;

function constantsText({ shipped, calibrated }: AccuracyReport['constants']): string {
  const fitted: Record<string, number> = { ...calibrated.detour, ...calibrated.pace };
  const lines = Object.entries({ ...shipped.detour, ...shipped.pace }).map(
    ([name, value]) =>
      `  ${name.padEnd(18)} ${String(value).padStart(10)} ${String(Number((fitted[name] ?? 0).toPrecision(4))).padStart(12)}`,
  );
  return ['Constants: as shipped, and as calibrated today without the held-out routes', ...lines].join('\n');
}

function addressText(report: AddressReport): string {
  const known = report.right + report.wrong.length + report.refusedWrongly.length;
  const unknown = report.refusedRightly + report.acceptedWrongly.length;
  return [
    `Addresses: ${report.right} of ${known} right; ${report.refusedRightly} of ${unknown} ambiguous or unknown ones refused`,
    list(
      'Wrong',
      report.wrong.map((each) => `${each.text}: ${each.offKm.toFixed(1)} km off, at ${each.understoodAs}`),
    ),
    list(
      'Refused wrongly',
      report.refusedWrongly.map(({ text, reason }) => `${text}: ${reason}`),
    ),
    list(
      'Accepted, but should be refused',
      report.acceptedWrongly.map((each) => `${each.text}: ${each.understoodAs}`),
    ),
  ].join('\n');
}

const costText = ({ quotes, medianMicroseconds, p99Microseconds, roadMicroseconds }: Cost): string =>
  `Cost: ${medianMicroseconds.toFixed(1)} µs for both addresses and the road, of which the road ${roadMicroseconds.toFixed(1)} ` +
  `(medians of ${quotes}; p99 ${p99Microseconds.toFixed(1)} µs)`;

const aimLine = ({ name, value, atMost, isMet }: Aim): string =>
  `  ${name.padEnd(34)} ${value.toFixed(1).padStart(6)}  at most ${String(atMost).padStart(4)}  ${isMet ? 'met' : 'NOT MET'}`;
