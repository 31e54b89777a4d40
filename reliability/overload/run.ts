// Sends the service more than twice what it can serve, and proves what becomes of the callers: `npm run overload`, or for longer with
// `-- --seconds 60`; `--json` prints the figures alone. Exits with 1 when a promise was broken.
import { progress, readNumbers } from '../support/commandLine.ts';
import { type Figures, phaseOf } from './figures.ts';
import { type Generator, startGenerator } from './generatorProcess.ts';
import { judge } from './judge.ts';
import { countKept } from './keptBookings.ts';
import type { LoadResult } from './load.ts';
import { asText } from './report.ts';
import { buildStand, type Stand } from './stand.ts';
import { startWatch, type Watch } from './watch.ts';

// Fewer than the service ever refuses, and enough to keep it and its database busy.
const CALLERS = 200;
const WARMING_SECONDS = 3;
const CAPACITY_SECONDS = 5;
// A little more than twice, so that a request that leaves late does not make it less. If the machine was slower while the
// capacity was measured than it is now, that may not be too much: then more is offered.
const FACTORS = [2.2, 4, 8];
const CONNECTIONS = 3_000;
const CALLERS_AFTER = 8;
const AFTER_SECONDS = 2;
const WARN = 40;

const isJson = process.argv.includes('--json');
const words = process.argv.slice(2).filter((word) => word !== '--json');
const { seconds } = readNumbers(
  'overload',
  { seconds: { help: 'how long too much is sent', fallback: 20, least: 1 } },
  words,
);

const stand = await buildStand();
try {
  const figures = await measure(stand);
  const verdicts = judge(figures);
  process.stdout.write(isJson ? `${JSON.stringify({ figures, verdicts })}\n` : asText(figures, verdicts));
  process.exitCode = verdicts.every(({ isKept }) => isKept) ? 0 : 1;
} finally {
  await stand.close();
}

async function measure({ port, accounts, database }: Stand): Promise<Figures> {
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const generator = await startGenerator(port, accounts, scheduledAt);
  const watch = startWatch(stand);
  const { capacity, tries, after } = await runPhases(generator, watch);
  const seen = await watch.end();
  const refused = [capacity, ...tries, after].flatMap(({ refusedBookings }) => refusedBookings);
  const kept = await countKept(database, await generator.booked(), refused);
  await generator.close();
  const exitCode = await stand.stopService();
  progress('the service has stopped\n');
  return {
    capacity: phaseOf(capacity),
    overload: phaseOf(tries.at(-1) as LoadResult),
    after: phaseOf(after),
    probes: watch.probes,
    kept,
    watched: { ...seen, exitCode, ...readLog(stand.log()) },
  };
}

async function runPhases(generator: Generator, watch: Watch) {
  watch.phase = 'warming up';
  await generator.open(CALLERS);
  await generator.closedLoop(CALLERS, WARMING_SECONDS);
  watch.phase = 'measuring the capacity';
  const capacity = await generator.closedLoop(CALLERS, CAPACITY_SECONDS);
  watch.phase = 'opening connections';
  await generator.open(CONNECTIONS);
  const tries: LoadResult[] = [];
  for (const factor of FACTORS) {
    const perSecond = (capacity.succeeded / capacity.seconds) * factor;
    watch.phase = `${perSecond.toFixed(0)} a second, ${factor} times the capacity`;
    tries.push(await generator.offer(perSecond, seconds));
    if ((tries.at(-1)?.refused ?? 0) > 0) break;
  }
  watch.phase = 'the load is gone';
  const after = await generator.closedLoop(CALLERS_AFTER, AFTER_SECONDS);
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // until it has noticed that it refuses no more
  return { capacity, tries, after };
}

function readLog(text: string) {
  const lines = text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  const warnings = lines.filter(({ level }) => level === WARN);
  return {
    begun: warnings.filter(({ msg }) => msg.startsWith('overloaded')).length,
    ended: warnings.filter(({ msg }) => msg.startsWith('no longer overloaded')).length,
    faultLines: lines.filter(({ level, msg }) => level > WARN && msg !== 'SERVICE_UNAVAILABLE').length,
  };
}
