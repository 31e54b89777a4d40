// How fast the service is, compared with the best it could be: `npm run bench`. A missed aim is only printed; the exit code is 1 when a
// measurement is invalid.
import { writeFileSync } from 'node:fs';
import { closeOnSignals } from '../reliability/support/closing.ts';
import { progress } from '../reliability/support/commandLine.ts';
import { type Options, readOptions } from './options.ts';
import { asText, machine, type Report } from './report.ts';
import { beforeRows } from './rows/before.ts';
import { CATALOGUE, type Prepare } from './rows/catalogue.ts';
import { type Bench, watchOperations } from './rows/limits.ts';
import { measureMemory } from './rows/memory.ts';
import { parseRows } from './rows/parse.ts';
import { type MeasuredRow, measureRow } from './rows/row.ts';
import { type Figure, figureOf, measureStarts } from './rows/startup.ts';
import { openWorld } from './rows/world.ts';
import { readNewestProfile } from './service/profileReading.ts';
import { residentMib } from './service/usage.ts';

const startedAt = performance.now();
const secondsPassed = () => (performance.now() - startedAt) / 1_000;
const tell = (text: string) => progress(`${String(Math.round(secondsPassed())).padStart(4)} s  ${text}`);

type Measured = Pick<Report, 'rows' | 'unavailable' | 'figures'>;

async function measureAll(options: Options): Promise<Measured> {
  tell('starting PostgreSQL and the service');
  const world = await openWorld(options.profile);
  closeOnSignals(world.close);
  try {
    const bench = { ...world, watched: await watchOperations(world) };
    if (options.memory) return { rows: [], unavailable: [], figures: await measureMemory(bench, tell) };
    const measured = await measureRows(bench, options);
    tell('stopping');
    await world.close();
    if (options.rows.includes('startup')) measured.figures.push(await measureStarts(world.cluster.dataDir, tell));
    return measured;
  } finally {
    await world.close();
  }
}

async function measureRows(bench: Bench, options: Options): Promise<Measured> {
  const rows: MeasuredRow[] = [];
  const unavailable: string[] = [];
  const figures: Figure[] = [];
  const noteResident = (when: string) =>
    figures.push(figureOf(`resident size of the service ${when}`, 'MiB', [residentMib(bench.service.pid)], undefined));
  noteResident('after its start');
  const how = { ...options, tell };
  for (const [name, prepare] of chosenRows(options)) {
    tell(`${name}: preparing`);
    const prepared = await prepare(bench);
    for (const row of prepared.rows) rows.push(await measureRow(row, how));
    figures.push(...((await prepared.figures?.(how)) ?? []));
    if (prepared.unavailable !== undefined) unavailable.push(prepared.unavailable);
    await prepared.close?.();
  }
  noteResident('after all rows');
  return { rows, unavailable, figures };
}

function chosenRows({ rows, before, parse }: Options): [string, Prepare][] {
  if (before !== undefined) return [['before', (bench) => beforeRows(bench, before)]];
  if (parse !== undefined) return [['parse', (bench) => parseRows(bench, parse)]];
  return Object.entries(CATALOGUE).filter(([name]) => rows.includes(name));
}

const options = readOptions(process.argv.slice(2));
const measured = await measureAll(options);
const report: Report = {
  machine: machine(),
  startedAt: new Date(Date.now() - performance.now()).toISOString(),
  tookSeconds: secondsPassed(),
  slices: `Medians of ${options.rounds} rounds, ${options.seconds} s per slice`,
  ...measured,
};
progress('done\n');
console.log(asText(report));
if (options.profile !== undefined) console.log(`\n${readNewestProfile(options.profile, report.rows)}`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
process.exitCode = report.rows.some(({ verdict }) => verdict === 'INVALID') ? 1 : 0;
