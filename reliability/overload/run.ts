// Sends the service more than twice what it can serve and checks the answers: `npm run overload`, or for longer with
// `-- --seconds 60`; `--json` prints only the figures. Exits with 1 when a promise is broken.
import { type ChildProgram, startChild } from '../support/childProgram.ts';
import { progress, readNumbers } from '../support/commandLine.ts';
import { type Environment, startEnvironment } from './environment.ts';
import { countKept, type Figures, phaseOf } from './figures.ts';
import { asText, judge } from './judge.ts';
import type { LoadProgram, LoadResult } from './load.ts';
import { startWatch, type Watch } from './watch.ts';

// Few enough that none is refused, and enough to keep the service and its database busy.
const CALLERS = 200;
const WARMING_SECONDS = 3;
const CAPACITY_SECONDS = 5;
// A little more than twice, so that late requests do not make it less. If the machine was slower while the capacity was
// measured, that may not be an overload: then more is sent.
const FACTORS = [2.2, 4, 8];
const CONNECTIONS = 1_500;
const CALLERS_AFTER = 8;
const AFTER_SECONDS = 2;
const WARN = 40;

const isJson = process.argv.includes('--json');
const words = process.argv.slice(2).filter((word) => word !== '--json');
const { seconds } = readNumbers(
  'overload',
  { seconds: { help: 'duration of the overload', fallback: 20, least: 1 } },
  words,
);

const environment = await startEnvironment();
try {
  const figures = await measure(environment);
  const verdicts = judge(figures);
  process.stdout.write(isJson ? `${JSON.stringify({ figures, verdicts })}\n` : asText(figures, verdicts));
  process.exitCode = verdicts.every(({ isKept }) => isKept) ? 0 : 1;
} finally {
  await environment.close();
}

async function measure({ port, accounts, database }: Environment): Promise<Figures> {
  const scheduledAt = new Date(Date.now() + 86_400_000).toISOString();
  const generator = startChild<LoadProgram>(new URL('./load.js', import.meta.url));
  await generator.ask('start', port, accounts, scheduledAt);
  const watch = startWatch(environment);
  const { capacity, tries, after } = await runPhases(generator.ask, watch);
  const seen = await watch.end();
  const refused = [capacity, ...tries, after].flatMap(({ refusedBookings }) => refusedBookings);
  const kept = await countKept(database, await generator.ask('booked'), refused);
  await generator.stop();
  const exitCode = await environment.stopService();
  progress('the service has stopped\n');
  return {
    capacity: phaseOf(capacity),
    overload: phaseOf(tries.at(-1) as LoadResult),
    after: phaseOf(after),
    probes: watch.probes,
    kept,
    watched: { ...seen, exitCode, ...readLog(environment.log()) },
  };
}

async function runPhases(ask: ChildProgram<LoadProgram>['ask'], watch: Watch) {
  watch.phase = 'warming up';
  await ask('open', CALLERS);
  await ask('closedLoop', CALLERS, WARMING_SECONDS);
  watch.phase = 'measuring the capacity';
  const capacity = await ask('closedLoop', CALLERS, CAPACITY_SECONDS);
  watch.phase = 'opening connections';
  await ask('open', CONNECTIONS);
  const tries: LoadResult[] = [];
  for (const factor of FACTORS) {
    const perSecond = (capacity.succeeded / capacity.seconds) * factor;
    watch.phase = `${perSecond.toFixed(0)} per second, ${factor} times the capacity`;
    tries.push(await ask('openLoop', perSecond, seconds));
    if ((tries.at(-1)?.refused ?? 0) > 0) break;
  }
  watch.phase = 'after the load';
  const after = await ask('closedLoop', CALLERS_AFTER, AFTER_SECONDS);
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // until the log says that shedding ended
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
    errorLines: lines.filter(({ level, msg }) => level > WARN && msg !== 'SERVICE_UNAVAILABLE').length,
  };
}
