// Routes through a real road engine with both built adapters, and compares the results with the town's map.
// Needs `npm ci` in this folder, osmium-tool, python3 (for the engine's configuration) and a built dist/.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Actor } from '@valhallajs/valhallajs';
import { createPlaces } from '../../dist/places/providers/createPlaces.js';
import { loadSettings } from '../../dist/start/settings.js';
import { serveRoads } from './serve.mjs';
import { startQuoting } from './service.mjs';
import { buildTiles } from './tiles.mjs';
import { corner, lengthKm } from './town.mjs';

// The expected route, corner by corner, and its highest speed limit.
const WAYS = [
  { name: 'along the Grande Rue', corners: [1, 2, 3, 4, 5, 6], fastest: 50 },
  { name: 'up the one-way street', corners: [4, 10], fastest: 30 },
  { name: 'back, around the one-way street', corners: [10, 9, 3, 4], fastest: 50 },
  { name: 'around the footway', corners: [2, 3, 9, 8], fastest: 50 },
  { name: 'to the village by the motorway', corners: [12, 22, 23, 24, 25, 17, 18, 19], fastest: 130 },
  { name: 'home by the other carriageway', corners: [19, 18, 17, 26, 27, 28, 29, 12], fastest: 130 },
  { name: 'along the national road', corners: [14, 15, 16], fastest: 80 },
  { name: 'on the island', corners: [31, 32, 33], fastest: 30 },
];
const NOWHERE = { label: 'a field far away', precision: 'coordinates', lat: 46.7, lng: 2.5 };
const ROADLESS = [
  { name: 'to the island', from: corner(1), to: corner(32) },
  { name: 'from the island', from: corner(33), to: corner(6) },
  { name: 'to where no road is near', from: corner(1), to: NOWHERE },
];
const LARGEST_DISTANCE_ERROR = 0.02;
const SLOWEST_SHARE_OF_LIMIT = 0.4;

let passed = 0;
let failed = 0;
function check(what, isGood, seen) {
  if (isGood) passed++;
  else failed++;
  if (!isGood) console.log(`FAILED: ${what}: ${JSON.stringify(seen)}`);
}

async function checkRouter(provider, router) {
  for (const { name, corners, fastest } of WAYS) {
    const road = await router.route(corner(corners[0]), corner(corners.at(-1)));
    const expectedKm = lengthKm(corners);
    const kmPerHour = road && road.distanceKm / (road.durationMinutes / 60);
    const seen = { ...road, expectedKm, kmPerHour };
    check(
      `${provider} ${name}: the length`,
      Math.abs(road?.distanceKm / expectedKm - 1) < LARGEST_DISTANCE_ERROR,
      seen,
    );
    check(
      `${provider} ${name}: the time`,
      kmPerHour < 1.01 * fastest && kmPerHour >= SLOWEST_SHARE_OF_LIMIT * fastest,
      seen,
    );
    check(`${provider} ${name}: it is measured`, road?.isEstimated === false, seen);
  }
  for (const { name, from, to } of ROADLESS) {
    const road = await router.route(from, to);
    check(`${provider} ${name}: no road`, road === undefined, road);
  }
  const there = await router.route(corner(4), corner(10));
  const back = await router.route(corner(10), corner(4));
  check(`${provider}: the one-way street is longer back`, back?.distanceKm > 2 * there?.distanceKm, { there, back });
}

/** End to end: a quote request, the road measured by the engine, a price. */
async function checkQuotes(provider, roads, folder) {
  const service = await startQuoting(provider, roads.url, join(folder, provider));
  try {
    for (const { name, corners } of WAYS) {
      const { status, data } = await service.quote(corner(corners[0]), corner(corners.at(-1)));
      const error = Math.abs(data?.route.distanceKm - lengthKm(corners));
      check(`${provider} quote ${name}: measured`, status === 200 && data.route.estimated === false, data);
      check(`${provider} quote ${name}: the length`, error <= 0.006 + LARGEST_DISTANCE_ERROR * lengthKm(corners), data);
      const kmCents = Math.floor((180 * Math.round(data?.route.distanceKm * 100) + 50) / 100);
      const minuteCents = Math.floor((35 * Math.round(data?.route.durationMinutes * 10) + 5) / 10);
      const cents = 500 + kmCents + minuteCents;
      check(`${provider} quote ${name}: the price`, data?.price.totalCents === Math.max(1500, cents), data?.price);
    }
    const island = await service.quote(corner(1), corner(32));
    check(`${provider} quote to the island`, island.status === 400 && island.code === 'ROUTE_NOT_FOUND', island);
    await roads.pause(async () => {
      const away = await service.quote(corner(2), corner(6));
      check(
        `${provider} quote while the engine is down`,
        away.status === 503 && away.code === 'SERVICE_UNAVAILABLE',
        away,
      );
    });
  } finally {
    await service.stop();
  }
}

function routerBy(provider, url) {
  const unasked = { place: () => Promise.reject(new Error('asked')), route: () => Promise.reject(new Error('asked')) };
  return createPlaces({
    settings: loadSettings({ ROUTER: provider, ROUTER_URL: url }),
    embedded: { geocoder: unasked, router: unasked },
    clock: () => new Date(),
    log: { warn: (...line) => console.log(...line), info: () => {} },
  }).router;
}

const folder = mkdtempSync(join(tmpdir(), 'road-engine-'));
chmodSync(folder, 0o755); // otherwise the database of a root user keeps its files elsewhere, and they would stay behind
try {
  const server = await serveRoads(new Actor(await buildTiles(folder)));
  try {
    for (const provider of ['valhalla', 'osrm']) {
      await checkRouter(provider, routerBy(provider, server.url));
      await checkQuotes(provider, server, folder);
    }
  } finally {
    server.close();
  }
} catch (error) {
  check('the program', false, error.stack);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`road engine: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
