import { median } from '../measuring/statistics.ts';
import { residentMib } from '../service/usage.ts';
import { fillMedium, READABLE, spreadTripIds } from './againstBareServer.ts';
import type { Bench } from './limits.ts';
import { creation, listing, quoting, reading } from './requests.ts';
import { CONNECTIONS } from './sides.ts';
import { type Figure, figureOf } from './startup.ts';

const MINUTES = 5;
// Garbage collection makes single samples noisy, so the median of the samples around a moment is taken.
const AROUND_SECONDS = 15;

/** Five minutes of all kinds of requests in turn, and the resident size after the last minute compared with the first. */
export async function measureMemory(world: Bench, tell: (text: string) => void): Promise<Figure[]> {
  const load = await prepareMix(world);
  const samples: { second: number; mib: number }[] = [];
  const startedAt = performance.now();
  const second = () => (performance.now() - startedAt) / 1_000;
  while (second() < MINUTES * 60) {
    for (const { name, expectedStatus } of load) {
      const order = { port: world.service.port, connections: CONNECTIONS, seconds: 2, expectedStatus };
      const { faults } = await world.generator.run(name, order);
      if (Object.keys(faults).length > 0) throw new Error(`${name}: ${JSON.stringify(faults)}`);
      samples.push({ second: second(), mib: residentMib(world.service.pid) });
      tell(`memory: ${Math.round(second())} of ${MINUTES * 60} s, ${Math.round(samples.at(-1)?.mib ?? 0)} MiB`);
    }
  }
  const around = (moment: number) =>
    samples.filter(({ second }) => Math.abs(second - moment) <= AROUND_SECONDS).map(({ mib }) => mib);
  const [early, late] = [around(60), around(MINUTES * 60)];
  return [
    figureOf('resident size after 1 minute of load', 'MiB', early, undefined),
    figureOf('resident size after 5 minutes of load', 'MiB', late, undefined),
    figureOf('the latter : the former', 'x', [median(late) / median(early)], { atMost: 1.2 }),
  ];
}

async function prepareMix(world: Bench) {
  await fillMedium(world);
  const { booking, medium } = world.accounts;
  world.generator.prepare('mixed create', creation([booking.apiKey]));
  world.generator.prepare('mixed read', reading(medium.apiKey, spreadTripIds(READABLE)));
  world.generator.prepare('mixed list', listing(medium.apiKey));
  world.generator.prepare('mixed quote', quoting(booking.apiKey, world.serviceTierId));
  return [
    { name: 'mixed create', expectedStatus: 201 },
    { name: 'mixed read', expectedStatus: 200 },
    { name: 'mixed list', expectedStatus: 200 },
    { name: 'mixed quote', expectedStatus: 200 },
  ];
}
