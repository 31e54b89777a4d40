// How many instances and database cores a number of trips per day needs, and how long requests then take: npm run simulate
import { seededRandom } from '../../reliability/support/random.ts';
import { COSTS, type Cost, PEAK, PER_TRIP, STORED_BYTES, WAL_BYTES } from './costs.ts';
import { quantile, simulate, type Traffic } from './queueing.ts';

const TRIPS_PER_DAY = [1e6, 3e6, 10e6, 30e6, 100e6];
/** No station is planned to be busier than this at the peak, so that one of several may fail. */
const BUSIEST = 0.6;
const CORES_PER_NODE = 32;
/** The largest account has this share of all trips. Its bookings are numbered one after the other. */
const LARGEST_SHARE = 0.05;
/**
 * How long a booking keeps the number of its account's latest event locked: from taking it until the commit. Bookings of one moment
 * share a lock, so on a cluster this is what one account was seen to take per booking (docs/scaling.md).
 */
const LOCK_MS = { single: 2, citus: 3 };
const REQUESTS = 200_000;

type Layout = 'single' | 'citus';
type Kind = keyof typeof COSTS;
const KINDS = Object.keys(COSTS) as Kind[];

interface Plan {
  layout: Layout;
  instances: number;
  nodes: number;
  coresPerNode: number;
}

const peakPerSecond = (tripsPerDay: number, kind: Kind) => (tripsPerDay / 86_400) * PEAK * PER_TRIP[kind];

/** Busy cores at the peak. */
const busyCores = (tripsPerDay: number, costOf: (cost: Cost) => number) =>
  KINDS.reduce((sum, kind) => sum + (peakPerSecond(tripsPerDay, kind) * costOf(COSTS[kind])) / 1000, 0);

function planFor(tripsPerDay: number, layout: Layout): Plan {
  const instances = Math.max(2, Math.ceil(busyCores(tripsPerDay, ({ service }) => service) / BUSIEST));
  const cores = Math.max(2, Math.ceil(busyCores(tripsPerDay, (cost) => cost[layout]) / BUSIEST));
  if (layout === 'single') return { layout, instances, nodes: 1, coresPerNode: cores };
  const nodes = Math.max(3, Math.ceil(cores / CORES_PER_NODE));
  return { layout, instances, nodes, coresPerNode: Math.ceil(cores / nodes) };
}

function trafficFor(tripsPerDay: number, { layout, instances, nodes }: Plan): Traffic[] {
  let turn = 0;
  return KINDS.map((kind) => {
    const cost: Cost = COSTS[kind];
    const waitsForNumber = kind === 'book' || kind === 'cancel';
    return {
      name: kind,
      perSecond: peakPerSecond(tripsPerDay, kind),
      route(random) {
        turn = (turn + 1) % instances;
        const database = { station: `node ${Math.floor(random() * nodes)}`, meanMs: cost[layout] };
        const isLargest = waitsForNumber && random() < LARGEST_SHARE;
        return [
          { station: `instance ${turn}`, meanMs: cost.service },
          database,
          ...(isLargest ? [{ station: 'largest account', meanMs: LOCK_MS[layout] }] : []),
        ];
      },
    };
  });
}

function report(tripsPerDay: number, layout: Layout): string {
  const plan = planFor(tripsPerDay, layout);
  const { instances, nodes, coresPerNode } = plan;
  const stations = new Map<string, number>([['largest account', 1]]);
  for (let index = 0; index < instances; index += 1) stations.set(`instance ${index}`, 1);
  for (let index = 0; index < nodes; index += 1) stations.set(`node ${index}`, coresPerNode);
  const traffic = trafficFor(tripsPerDay, plan);
  const perSecond = traffic.reduce((sum, each) => sum + each.perSecond, 0);
  const durationMs = (REQUESTS / perSecond) * 1000;
  const { utilisation, responseMs } = simulate({ stations, traffic }, durationMs, seededRandom(1).next);
  const bookings = responseMs.get('book') ?? [];
  const busiestOf = (prefix: string) =>
    Math.max(...[...utilisation].filter(([name]) => name.startsWith(prefix)).map(([, share]) => share));
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const cells = [
    `${tripsPerDay / 1e6} million`,
    Math.round(perSecond).toLocaleString('en'),
    instances,
    nodes === 1 ? `one PostgreSQL, ${coresPerNode} cores` : `Citus, ${nodes} nodes of ${coresPerNode} cores`,
    ((peakPerSecond(tripsPerDay, 'book') * WAL_BYTES) / 1e6).toFixed(1),
    Math.round((tripsPerDay * STORED_BYTES) / 1e9),
    percent(busiestOf('instance')),
    percent(busiestOf('node')),
    percent(busiestOf('largest')),
    quantile(bookings, 0.5).toFixed(1),
    quantile(bookings, 0.99).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.log(
  [
    '| trips per day | requests/s at the peak | instances | database | WAL MB/s | stored GB/day | busiest instance | busiest node | largest account | booking p50 ms | p99 ms |',
    '|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|',
    ...TRIPS_PER_DAY.flatMap((trips) => [report(trips, 'single'), report(trips, 'citus')]),
  ].join('\n'),
);
