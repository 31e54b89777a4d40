// Measures the errors and the cost of the embedded geocoder and router: `npm run accuracy`, or with `-- --json` for programs.
// Exits with 1 when an aim is missed.
import { fileURLToPath } from 'node:url';
import { checkAddresses } from './addressCheck.ts';
import { addresses, refused } from './addresses.ts';
import { GAZETTEER_FILE, loadBuilt } from './built.ts';
import { calibrate } from './calibration.ts';
import { type Cost, measureCost } from './cost.ts';
import { type ErrorRow, errorRows, percentOff } from './errorTable.ts';
import { isHeldOut } from './holdOut.ts';
import { type AccuracyReport, type Aim, asText } from './report.ts';
import { atCoordinates, compare, observe, placeByText } from './routeCheck.ts';
import { type KnownRoute, routes } from './routes.ts';

function progress(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
}

async function measure(): Promise<AccuracyReport> {
  progress('loading the gazetteer');
  const built = await loadBuilt();
  const gazetteer = built.loadGazetteer(fileURLToPath(GAZETTEER_FILE));
  const geocoder = built.createEmbeddedGeocoder(gazetteer);
  const highways = built.createHighways(built.HIGHWAYS, (town) => built.pointOfTown(town, gazetteer));
  const router = built.createEmbeddedRouter(gazetteer, highways);

  const { placed, unplaced } = await placeByText(geocoder, routes);
  const shipped = await compare(router, placed);
  const alone = await compare(router, placed.map(atCoordinates));
  const rowsWhere = async (isWanted: (route: KnownRoute) => boolean) => {
    const { comparisons } = await compare(
      router,
      placed.filter(({ route }) => isWanted(route)),
    );
    return errorRows(comparisons);
  };
  const heldOut = await rowsWhere(isHeldOut);
  const observations = placed
    .filter(({ route }) => !isHeldOut(route))
    .map((each) => observe(each, built, gazetteer, highways));
  progress('addresses and cost');
  const cost = await measureCost(geocoder, router, routes);
  return {
    routes: {
      heldOut,
      calibratedOn: await rowsWhere((route) => !isHeldOut(route)),
      all: errorRows(shipped.comparisons),
      routerAlone: errorRows(alone.comparisons),
      unplaced,
      roadless: [...new Set([...shipped.roadless, ...alone.roadless])],
      worst: [...shipped.comparisons]
        .sort((a, b) => percentOff(b.estimatedKm, b.km) - percentOff(a.estimatedKm, a.km))
        .slice(0, 10),
    },
    constants: {
      shipped: { detour: built.roads.DETOUR, pace: built.roads.PACE },
      calibrated: calibrate(observations, built.roads),
    },
    addresses: await checkAddresses(geocoder, addresses, refused, built.greatCircleKm),
    cost,
    aims: aimsOf(heldOut.at(-1), unplaced.length + alone.roadless.length, cost),
  };
}

function aimsOf(all: ErrorRow | undefined, unanswered: number, cost: Cost): Aim[] {
  const aim = (name: string, value = Number.NaN, atMost = 0): Aim => ({ name, value, atMost, isMet: value <= atMost });
  return [
    aim('distance, median error in %', all?.kmMedian, 6),
    aim('distance, p90 error in %', all?.kmP90, 17.5),
    aim('time, median error in %', all?.minutesMedian, 8),
    aim('time, p90 error in %', all?.minutesP90, 23),
    aim('routes without an answer', unanswered, 0),
    aim('cost, median in µs', cost.medianMicroseconds, 75),
  ];
}

const report = await measure();
progress('done\n');
console.log(process.argv.includes('--json') ? JSON.stringify(report, null, 2) : asText(report));
process.exitCode = report.aims.every(({ isMet }) => isMet) ? 0 : 1;
