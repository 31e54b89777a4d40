// How fast the service is, measured against what it could be at best: `npm run bench`. Misses of aims are told, not punished; it exits
// with 1 when a measurement is invalid.
import { writeFileSync } from 'node:fs';
import { progress } from '../reliability/support/progress.ts';
import { type Options, readOptions } from './options.ts';
import { asText, machine, type Report } from './report.ts';
import { CATALOGUE } from './rows/catalogue.ts';
import { type Bench, watchOperations } from './rows/limits.ts';
import { type MeasuredRow, measureRow } from './rows/row.ts';
import { openWorld } from './rows/world.ts';
import { readNewestProfile } from './service/profileReading.ts';
import { usageOf } from './service/usage.ts';

const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
const tell = (text: string) =>
  progress(`${String(Math.round((performance.now() - startedAt) / 1_000)).padStart(4)} s  ${text}`);

async function measureRows(world: Bench, { rows: names, seconds, rounds }: Options) {
  const rows: MeasuredRow[] = [];
  const unavailable: string[] = [];
  for (const [name, prepare] of Object.entries(CATALOGUE)) {
    if (!names.includes(name)) continue;
    tell(`${name}: preparing`);
    const prepared = await prepare(world);
    for (const row of prepared.rows) rows.push(await measureRow(row, { rounds, seconds, tell }));
    if (prepared.unavailable !== undefined) unavailable.push(prepared.unavailable);
    await prepared.close?.();
  }
  return { rows, unavailable };
}

tell('starting PostgreSQL and the service');
const world = await openWorld(options.profile);
const further: string[] = [];
let measured: Awaited<ReturnType<typeof measureRows>>;
try {
  const atRest = usageOf(world.service.pid).residentMib;
  measured = await measureRows({ ...world, watched: await watchOperations(world) }, options);
  const afterwards = usageOf(world.service.pid).residentMib;
  further.push(
    `Resident size of the service: ${Math.round(atRest)} MiB after its start, ${Math.round(afterwards)} MiB after all rows.`,
  );
} finally {
  tell('stopping');
  await world.close();
  world.cluster.remove();
}
const report: Report = {
  machine: machine(),
  startedAt: new Date(Date.now() - performance.now()).toISOString(),
  tookSeconds: (performance.now() - startedAt) / 1_000,
  slices: `Medians of ${options.rounds} rounds, ${options.seconds} s a slice`,
  ...measured,
  further,
  generatorCpu: measured.rows.map(({ generatorCpu }) => generatorCpu),
};
progress('done\n');
console.log(asText(report));
if (options.profile !== undefined) console.log(`\n${readNewestProfile(options.profile, report.rows)}`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(report, null, 2)}\n`);
process.exitCode = report.rows.some(({ verdict }) => verdict === 'INVALID') ? 1 : 0;
