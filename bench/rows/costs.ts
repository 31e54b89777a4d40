import { measureCpu } from '../service/usage.ts';
import type { Side } from './row.ts';
import { type Figure, figureOf } from './startup.ts';
import type { Installation } from './world.ts';

interface Cost {
  databaseCpu: number;
  wal: number;
  serviceCpu: number;
}

const COSTS: [keyof Cost, title: string, unit: string][] = [
  ['databaseCpu', 'PostgreSQL CPU', 'µs'],
  ['wal', 'WAL', 'bytes'],
  ['serviceCpu', 'service CPU', 'µs'],
];

/** A side of bookings that notes what each of its slices cost; the first one, a warm-up, does not count. */
export function withCosts(
  { client, cluster, service }: Installation,
  side: Side,
  aims: Partial<Cost> = {},
): { side: Side; figures(): Figure[] } {
  const slices: Cost[] = [];
  const walWritten = async () =>
    Number((await client.query(`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS bytes`)).rows[0].bytes);
  return {
    side: {
      name: side.name,
      async run(seconds) {
        const walBefore = await walWritten();
        const [databaseCpu, serviceCpu] = [measureCpu(cluster.postmasterPid), measureCpu(service.pid)];
        const slice = await side.run(seconds);
        slices.push({
          databaseCpu: (databaseCpu() * 1e6) / slice.count,
          serviceCpu: (serviceCpu() * 1e6) / slice.count,
          wal: ((await walWritten()) - walBefore) / slice.count,
        });
        return slice;
      },
    },
    figures: () =>
      COSTS.map(([cost, title, unit]) => {
        const atMost = aims[cost];
        const values = slices.slice(1).map((slice) => slice[cost]);
        return figureOf(
          `${title} per booking, ${side.name}`,
          unit,
          values,
          atMost === undefined ? undefined : { atMost },
        );
      }),
  };
}
